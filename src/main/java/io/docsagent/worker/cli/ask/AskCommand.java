package io.docsagent.worker.cli.ask;

import io.docsagent.worker.cli.kafka.PublisherAccess;
import io.docsagent.worker.cli.terminal.Durations;
import io.docsagent.worker.cli.terminal.ExitStatus;
import io.docsagent.worker.cli.terminal.ProgressLine;
import io.docsagent.worker.cli.terminal.Terminal;
import io.docsagent.worker.client.ClientException;
import io.docsagent.worker.client.DocsAgentClient;
import io.docsagent.worker.client.Ended;
import io.docsagent.worker.client.NewCommand;
import io.docsagent.worker.client.Outcome;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.wire.Printable;
import io.docsagent.worker.wire.ShellOption;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Publishes a command and waits for its end, for pipelines. */
@Command(
        name = "ask",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Publishes a command, waits for it to end, and prints the pull request link.",
            "With the --command-id and prompt of an earlier command, waits for that one and returns its result."
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:there is a pull request",
            "1:any other failure, such as no response from Kafka or a missing right",
            "2:invalid options or an invalid command",
            "3:completed without changes",
            "4:the job failed or was archived",
            "5:rejected, expired, superseded or cancelled",
            "6:the outcome is unknown, or the job is no longer followed",
            "7:no result within --wait; the command continues"
        })
public final class AskCommand implements Callable<Integer> {

    private static final Duration TO_CANCEL = Duration.ofSeconds(10);

    @ParentCommand
    private Terminal tools;

    @Mixin
    private AskedCommand asked;

    @Option(
            names = "--wait",
            paramLabel = "30m",
            converter = Durations.class,
            defaultValue = "30m",
            description = "How long to wait for the result; default: ${DEFAULT-VALUE}.")
    private Duration wait;

    @Option(
            names = "--json",
            description = "Prints the last event instead of the link, or the command's record if that event is no"
                    + " longer known.")
    private boolean json;

    @Option(
            names = "--cancel-on-interrupt",
            description = "When interrupted, cancels the command unless it has been sent.")
    private boolean cancelOnInterrupt;

    @Mixin
    private PublisherAccess kafka;

    @Override
    public Integer call() {
        NewCommand command = asked.read(tools.input());
        PrintWriter err = tools.err();
        ProgressLine progress = ProgressLine.on(err);
        AtomicBoolean waits = new AtomicBoolean(true);
        try (DocsAgentClient client = DocsAgentClient.of(kafka.settings(tools.environment()))) {
            // It stays: where the JVM is about to end, it could not be removed any more.
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                if (waits.get()) {
                    interrupted(client, err);
                }
            }));
            Ended ended = client.ask(command, wait, progress::show).join();
            progress.end();
            return report(ended);
        } catch (CompletionException e) {
            progress.end();
            return failed(e, err);
        } finally {
            waits.set(false);
        }
    }

    private static int failed(CompletionException e, PrintWriter err) {
        if (!(e.getCause() instanceof ClientException failure)) {
            throw e;
        }
        err.println(Printable.of(String.valueOf(failure.getMessage())));
        return failure.kind() == ClientException.Kind.NO_ANSWER ? ExitStatus.STILL_WAITING : ExitStatus.FAILED;
    }

    private void interrupted(DocsAgentClient client, PrintWriter err) {
        if (!cancelOnInterrupt) {
            err.println("The command continues. Run this again with the same --command-id to wait for it.");
            return;
        }
        try {
            client.cancel(asked.project(), asked.commandId(), "interrupted")
                    .get(TO_CANCEL.toSeconds(), TimeUnit.SECONDS);
            err.println("The command is cancelled unless it has been sent to the service.");
        } catch (Exception e) {
            err.println(Printable.of("The command could not be cancelled: " + e.getMessage()));
        }
    }

    private int report(Ended ended) {
        PrintWriter out = tools.out();
        PrintWriter err = tools.err();
        if (json) {
            String event = ended.event();
            out.println(Printable.json(event != null ? event : JsonMappers.PUBLIC.writeValueAsString(ended.command())));
        } else if (ended.prLink() != null) {
            out.println(Printable.of(ended.prLink()));
        }
        Reason reason = ended.reason();
        if (reason != null) {
            err.println(Printable.of(reason.code() + ": " + reason.message()));
        }
        if (ended.outcome() == Outcome.UNKNOWN) {
            err.println("An operator who knows the outcome can resolve it: docs-agent-worker resolve"
                    + ShellOption.of("--project", asked.project())
                    + Printable.of(ShellOption.of("--command-id", asked.commandId()))
                    + " --as taken --job JOB, or --as not_taken, with --repeat to send it again.");
        }
        return switch (ended.outcome()) {
            case PULL_REQUEST -> ExitStatus.DONE;
            case NO_CHANGES -> ExitStatus.NO_CHANGES;
            case FAILED, ARCHIVED -> ExitStatus.JOB_FAILED;
            case REJECTED, EXPIRED, SUPERSEDED, CANCELLED -> ExitStatus.REFUSED;
            case UNKNOWN, NOT_FOLLOWED -> ExitStatus.UNKNOWN;
        };
    }
}
