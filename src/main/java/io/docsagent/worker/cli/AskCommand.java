package io.docsagent.worker.cli;

import io.docsagent.worker.client.ClientException;
import io.docsagent.worker.client.DocsAgentClient;
import io.docsagent.worker.client.Ended;
import io.docsagent.worker.client.NewCommand;
import io.docsagent.worker.message.Command.Coalesce;
import io.docsagent.worker.message.Command.Priority;
import io.docsagent.worker.message.JsonMappers;
import io.docsagent.worker.message.StatusEvent.Reason;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Publishes a command and waits for its end, for pipelines. */
@Command(
        name = "ask",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Publishes a command, waits for its end, and prints the link of the pull request.",
            "The same --command-id again waits for the first one, and has its end."
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:there is a pull request",
            "1:anything else that failed, such as no answer of Kafka",
            "2:wrong use",
            "3:completed without changes",
            "4:the job failed or was archived",
            "5:rejected, expired, superseded or cancelled",
            "6:it is unknown what became of it",
            "7:still waiting"
        })
final class AskCommand implements Callable<Integer> {

    private static final int FAILED = 1;
    private static final int WRONG_USE = 2;
    private static final int STILL_WAITING = 7;

    private static final Duration TO_CANCEL = Duration.ofSeconds(10);

    @ParentCommand
    private CommandLineTools tools;

    @Spec
    private CommandSpec spec;

    @Option(names = "--project", required = true, paramLabel = "ID", description = "The project.")
    private String project;

    @Option(
            names = "--command-id",
            required = true,
            paramLabel = "ID",
            description = "Names the command; take what it is for, such as the run of the pipeline.")
    private String commandId;

    @ArgGroup
    private @Nullable Target target;

    /** What a message follows up. */
    private static final class Target {

        @Option(names = "--job", paramLabel = "ID", description = "Follows up this job.")
        private @Nullable String job;

        @Option(
                names = "--create-command",
                paramLabel = "ID",
                description = "Follows up the job of the create with this --command-id.")
        private @Nullable String createCommand;
    }

    @ArgGroup
    private @Nullable Prompt prompt;

    /** Where the prompt comes from. */
    private static final class Prompt {

        @Option(names = "--prompt", paramLabel = "TEXT", description = "What the agent is to do.")
        private @Nullable String text;

        @Option(
                names = "--prompt-file",
                paramLabel = "FILE",
                description = "The same, from a file; default: from standard input.")
        private @Nullable Path file;
    }

    @Option(names = "--priority", paramLabel = "P", description = "high, normal or low.")
    private Priority priority = Priority.NORMAL;

    @Option(
            names = "--coalesce",
            paramLabel = "KEY=MODE",
            description = "Takes the place of the command with this key that waits; MODE is replace or append.")
    private @Nullable Map<String, Coalesce.Mode> coalesce;

    @Option(
            names = "--expires-in",
            paramLabel = "2h",
            converter = Durations.class,
            description = "After that time it is not sent any more.")
    private @Nullable Duration expiresIn;

    @Option(
            names = "--metadata",
            paramLabel = "NAME=VALUE",
            description = "Comes back in every event of the command; may be repeated.")
    private Map<String, String> metadata = Map.of();

    @Option(
            names = "--wait",
            paramLabel = "30m",
            converter = Durations.class,
            defaultValue = "30m",
            description = "How long to wait for the end; default: $${DEFAULT-VALUE}.")
    private Duration wait;

    @Option(
            names = "--json",
            description = "Prints the last event instead of the link; where it is not known any more, the record.")
    private boolean json;

    @Option(names = "--cancel-on-interrupt", description = "Cancels the command when this is interrupted.")
    private boolean cancelOnInterrupt;

    @Mixin
    private KafkaAccess kafka;

    @Override
    public Integer call() {
        NewCommand command = command();
        PrintWriter err = spec.commandLine().getErr();
        Progress progress = Progress.on(err);
        DocsAgentClient client = DocsAgentClient.of(kafka.settings(tools.environment()));
        Thread interrupted = new Thread(() -> interrupted(client, err), "interrupted");
        Runtime.getRuntime().addShutdownHook(interrupted);
        try {
            Ended ended = client.ask(command, wait, progress::show).join();
            progress.end();
            return report(ended);
        } catch (CompletionException e) {
            progress.end();
            return failed(e, err);
        } finally {
            Runtime.getRuntime().removeShutdownHook(interrupted);
            client.close();
        }
    }

    private int failed(CompletionException e, PrintWriter err) {
        if (!(e.getCause() instanceof ClientException failure)) {
            throw e;
        }
        err.println(failure.getMessage());
        return switch (failure.kind()) {
            case NO_ANSWER -> STILL_WAITING;
            case INVALID_COMMAND -> WRONG_USE;
            default -> FAILED;
        };
    }

    private void interrupted(DocsAgentClient client, PrintWriter err) {
        if (!cancelOnInterrupt) {
            err.println("The command goes on. Ask again with the same --command-id to wait for it.");
            return;
        }
        try {
            client.cancel(project, commandId, "interrupted").get(TO_CANCEL.toSeconds(), TimeUnit.SECONDS);
            err.println("The command is cancelled unless it has been sent to the service.");
        } catch (Exception e) {
            err.println("The command could not be cancelled: " + e.getMessage());
        }
        err.flush();
    }

    private int report(Ended ended) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (json) {
            out.println(ended.event() != null ? ended.event() : JsonMappers.PUBLIC.writeValueAsString(ended.command()));
        } else if (ended.prLink() != null) {
            out.println(ended.prLink());
        }
        Reason reason = ended.reason();
        if (reason != null) {
            err.println(reason.code() + ": " + reason.message());
        }
        return switch (ended.outcome()) {
            case PULL_REQUEST -> 0;
            case NO_CHANGES -> 3;
            case FAILED, ARCHIVED -> 4;
            case REJECTED, EXPIRED, SUPERSEDED, CANCELLED -> 5;
            case UNKNOWN, NOT_FOLLOWED -> 6;
        };
    }

    private NewCommand command() {
        NewCommand command = target(text());
        command.priority(priority);
        metadata.forEach(command::metadata);
        if (coalesce != null) {
            if (coalesce.size() > 1) {
                throw misused("--coalesce: give one KEY=MODE");
            }
            coalesce.forEach(command::coalesce);
        }
        if (expiresIn != null) {
            command.expiresAt(Instant.now().plus(expiresIn));
        }
        return command;
    }

    private NewCommand target(String text) {
        if (target == null) {
            return NewCommand.create(project, commandId, text);
        }
        return target.job != null
                ? NewCommand.messageToJob(project, commandId, target.job, text)
                : NewCommand.messageToCreate(project, commandId, Objects.requireNonNull(target.createCommand), text);
    }

    private String text() {
        try {
            String text = prompt == null
                    ? new String(tools.input().readAllBytes(), StandardCharsets.UTF_8)
                    : prompt.text != null ? prompt.text : Files.readString(Objects.requireNonNull(prompt.file));
            if (text.isBlank()) {
                throw misused("Give a prompt with --prompt, --prompt-file or on standard input.");
            }
            return text;
        } catch (IOException e) {
            throw misused("--prompt-file: cannot be read as UTF-8: " + e.getMessage());
        }
    }

    private ParameterException misused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
