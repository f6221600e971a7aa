package io.docsagent.worker.client;

import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.ContractLimits;
import io.docsagent.worker.contract.Publisher;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A create or message to send, with the fields of {@code schemas/command.schema.json}.
 *
 * <p>The {@code commandId} is required. Kafka may deliver a record twice, and an interrupted program does not know
 * whether it had published: if the {@code commandId} is the same, the worker recognises the repetition, spends no
 * second use of the quota, and returns the first command's result. Derive it from the commit or the pipeline run, not
 * from a random number.
 *
 * <p>Invalid values fail here, with a {@link ClientException} of the kind {@code INVALID_COMMAND}.
 */
public final class NewCommand {

    private final Command.Type type;
    private final String projectId;
    private final String commandId;
    private final String prompt;
    private @Nullable String jobId;
    private @Nullable String createCommandId;
    private Priority priority = Priority.NORMAL;
    private @Nullable Instant notBefore;
    private @Nullable Instant expiresAt;
    private @Nullable Coalesce coalesce;
    private @Nullable String continueKey;
    private final Map<String, String> metadata = new TreeMap<>();

    private NewCommand(Command.Type type, String projectId, String commandId, String prompt) {
        this.type = type;
        this.projectId = Fields.serviceId("projectId", projectId);
        this.commandId = Fields.commandId("commandId", commandId);
        this.prompt = Fields.text("prompt", prompt, Integer.MAX_VALUE);
    }

    /** Starts a job. */
    public static NewCommand create(String projectId, String commandId, String prompt) {
        return new NewCommand(Command.Type.CREATE, projectId, commandId, prompt);
    }

    /** Follows up a job. */
    public static NewCommand messageToJob(String projectId, String commandId, String jobId, String prompt) {
        NewCommand message = new NewCommand(Command.Type.MESSAGE, projectId, commandId, prompt);
        message.jobId = Fields.serviceId("jobId", jobId);
        return message;
    }

    /** Follows up the job of a create, which may not exist yet. */
    public static NewCommand messageToCreate(
            String projectId, String commandId, String createCommandId, String prompt) {
        NewCommand message = new NewCommand(Command.Type.MESSAGE, projectId, commandId, prompt);
        message.createCommandId = Fields.commandId("createCommandId", createCommandId);
        return message;
    }

    public NewCommand priority(Priority priority) {
        this.priority = priority;
        return this;
    }

    /** Not sent before this. */
    public NewCommand notBefore(Instant notBefore) {
        this.notBefore = notBefore;
        requireOrder();
        return this;
    }

    /** Not sent after this. */
    public NewCommand expiresAt(Instant expiresAt) {
        this.expiresAt = expiresAt;
        requireOrder();
        return this;
    }

    private void requireOrder() {
        Fields.require(
                notBefore == null || expiresAt == null || notBefore.isBefore(expiresAt),
                "expiresAt",
                "must be after notBefore");
    }

    /** At most one waits per key. */
    public NewCommand coalesce(String key, Coalesce.Mode mode) {
        return coalesce(key, mode, null, null);
    }

    /**
     * The same, but it is sent only once no other one with the key has come for a while.
     *
     * @param quiet whole seconds; null if it need not wait
     * @param atMost how long the first one waits for that, in whole seconds; null for ten times {@code quiet}
     */
    public NewCommand coalesce(String key, Coalesce.Mode mode, @Nullable Duration quiet, @Nullable Duration atMost) {
        Fields.require(quiet != null || atMost == null, "coalesce.atMost", "needs coalesce.quiet");
        this.coalesce = new Coalesce(
                Fields.text("coalesce.key", key, ContractLimits.COALESCE_KEY),
                mode,
                Fields.duration("coalesce.quiet", quiet),
                Fields.duration("coalesce.atMost", atMost));
        return this;
    }

    /** While a job with this key is usable, the prompt of a create goes to that job. */
    public NewCommand continueKey(String key) {
        Fields.require(type == Command.Type.CREATE, "continueKey", "is for a create");
        this.continueKey = Fields.text("continueKey", key, ContractLimits.CONTINUE_KEY);
        return this;
    }

    /** Returned in every event of the command. */
    public NewCommand metadata(String name, String value) {
        metadata.put(name, value);
        Fields.metadata(metadata);
        return this;
    }

    String projectId() {
        return projectId;
    }

    String commandId() {
        return commandId;
    }

    /** Whether its prompt becomes part of the command that takes its place. */
    boolean isAppended() {
        return coalesce != null && coalesce.mode() == Coalesce.Mode.APPEND;
    }

    Command command() {
        return new Command(
                type,
                projectId,
                prompt,
                jobId,
                createCommandId,
                commandId,
                priority,
                expiresAt,
                metadata,
                notBefore,
                coalesce,
                continueKey,
                null,
                null,
                null,
                null,
                Publisher.DEFAULT);
    }
}
