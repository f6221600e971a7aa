package io.docsagent.worker.cli.ask;

import static java.util.Map.entry;

import io.docsagent.worker.cli.terminal.Durations;
import io.docsagent.worker.cli.terminal.Times;
import io.docsagent.worker.client.ClientException;
import io.docsagent.worker.client.NewCommand;
import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.contract.Command.Priority;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is asked for, by options. */
final class AskedCommand {

    /** The options of the fields that the client may refuse. */
    private static final Map<String, String> OPTIONS = Map.ofEntries(
            entry("projectId", "--project"),
            entry("commandId", "--command-id"),
            entry("prompt", "--prompt"),
            entry("jobId", "--job"),
            entry("createCommandId", "--create-command"),
            entry("coalesce.key", "--coalesce"),
            entry("coalesce.quiet", "--quiet"),
            entry("coalesce.atMost", "--at-most"),
            entry("continueKey", "--continue"),
            entry("expiresAt", "--expires-in"),
            entry("metadata", "--metadata"));

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--project", required = true, paramLabel = "ID", description = "The project.")
    private String project;

    @Option(
            names = "--command-id",
            required = true,
            paramLabel = "ID",
            description = "Unique ID of the command: derive it from the commit or the pipeline run.")
    private String commandId;

    @ArgGroup
    private @Nullable Target target;

    /** What a message follows up. */
    private static final class Target {

        @Option(names = "--job", paramLabel = "ID", description = "Sends a message to this job.")
        private @Nullable String job;

        @Option(
                names = "--create-command",
                paramLabel = "ID",
                description = "Sends a message to the job of the create that has this --command-id.")
        private @Nullable String createCommand;
    }

    @ArgGroup
    private @Nullable Prompt prompt;

    /** Where the prompt comes from. */
    private static final class Prompt {

        @Option(names = "--prompt", paramLabel = "TEXT", description = "The task for the agent.")
        private @Nullable String text;

        @Option(
                names = "--prompt-file",
                paramLabel = "FILE",
                description = "A file that contains the prompt; default: standard input.")
        private @Nullable Path file;
    }

    @Option(names = "--priority", paramLabel = "P", description = "high, normal (default) or low.")
    private Priority priority = Priority.NORMAL;

    @Option(
            names = "--coalesce",
            paramLabel = "KEY=MODE",
            description = "Replaces or extends the queued command that has this key; MODE is replace or append.")
    private @Nullable Map<String, Coalesce.Mode> coalesce;

    @Option(
            names = "--quiet",
            paramLabel = "2m",
            converter = Durations.class,
            description = "Sends it once no other command with the key of --coalesce has come for this time.")
    private @Nullable Duration quiet;

    @Option(
            names = "--at-most",
            paramLabel = "20m",
            converter = Durations.class,
            description = "How long the first command with the key waits for that; default: ten times --quiet.")
    private @Nullable Duration atMost;

    @Option(
            names = "--not-before",
            paramLabel = "TIME",
            converter = Times.class,
            description = "The earliest time to send it, such as 2026-11-27T18:00:00Z.")
    private @Nullable Instant notBefore;

    @Option(
            names = "--continue",
            paramLabel = "KEY",
            description = "Sends the prompt to the job that has this key, where it takes more; otherwise starts a job.")
    private @Nullable String continueKey;

    @Option(
            names = "--expires-in",
            paramLabel = "2h",
            converter = Durations.class,
            description = "The command expires if it is not sent within this time.")
    private @Nullable Duration expiresIn;

    @Option(
            names = "--metadata",
            paramLabel = "NAME=VALUE",
            description = "Returned in every event of the command; may be repeated.")
    private Map<String, String> metadata = Map.of();

    String project() {
        return project;
    }

    String commandId() {
        return commandId;
    }

    /** @throws ParameterException that names the option with what does not fit */
    NewCommand read(InputStream input) {
        try {
            NewCommand command = target(text(input));
            command.priority(priority);
            metadata.forEach(command::metadata);
            if ((quiet != null && coalesce == null) || (atMost != null && quiet == null)) {
                throw misused("--quiet needs --coalesce, and --at-most needs --quiet");
            }
            if (coalesce != null) {
                if (coalesce.size() > 1) {
                    throw misused("--coalesce: give one KEY=MODE");
                }
                coalesce.forEach((key, mode) -> command.coalesce(key, mode, quiet, atMost));
            }
            if (notBefore != null) {
                command.notBefore(notBefore);
            }
            if (continueKey != null) {
                command.continueKey(continueKey);
            }
            if (expiresIn != null) {
                command.expiresAt(Instant.now().plus(expiresIn));
            }
            return command;
        } catch (ClientException e) {
            String field = String.valueOf(e.field());
            throw misused(OPTIONS.getOrDefault(field, field) + ": " + e.getMessage());
        }
    }

    private NewCommand target(String text) {
        if (target == null) {
            return NewCommand.create(project, commandId, text);
        }
        return target.job != null
                ? NewCommand.messageToJob(project, commandId, target.job, text)
                : NewCommand.messageToCreate(project, commandId, Objects.requireNonNull(target.createCommand), text);
    }

    private String text(InputStream input) {
        if (prompt != null && prompt.text != null) {
            return prompt.text;
        }
        try {
            String text = prompt == null ? strict(input) : Files.readString(Objects.requireNonNull(prompt.file));
            if (text.isBlank()) {
                throw misused("Give a prompt with --prompt, --prompt-file or on standard input.");
            }
            return text;
        } catch (IOException e) {
            throw misused((prompt == null ? "Standard input" : "--prompt-file:") + " cannot be read as UTF-8: "
                    + e.getMessage());
        }
    }

    /** A new String would replace what is not UTF-8, and the agent be given another task. */
    private static String strict(InputStream input) throws IOException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(input.readAllBytes()))
                .toString();
    }

    private ParameterException misused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
