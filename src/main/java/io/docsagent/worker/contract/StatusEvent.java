package io.docsagent.worker.contract;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.docsagent.worker.contract.Command.Request;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event for subscribers: a record of {@code docs-agent.job-status}; the fields of
 * {@code schemas/status-event.schema.json}.
 *
 * @param eventId made of the input's partition, offset and the event's index in it
 * @param commandId of the command; in job events, of the job's latest accepted one
 * @param request the CloudEvent of a command without a commandId, and in job events as with {@code commandId}; otherwise null
 * @param until when an operator's hold of the project ends by itself; null if it does not
 * @param publisher of the command; null if there is none
 * @param continueKey of the command; null if it has none
 * @param continued whether the command, a create, went to an existing job; null if it has no key
 * @param metadata as the command gave it
 * @param traceparent of the command; a header of the record, not a field
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record StatusEvent(
        Type type,
        String eventId,
        Instant time,
        String projectId,
        @Nullable String commandId,
        @JsonUnwrapped @Nullable JobState job,
        @Nullable Reason reason,
        @Nullable QueuePlace queue,
        @Nullable Original original,
        @JsonUnwrapped @Nullable Superseded superseded,
        @JsonUnwrapped @Nullable OperationAnswer operation,
        @Nullable Request request,
        @Nullable Instant until,
        @Nullable String publisher,
        @Nullable String continueKey,
        @Nullable Boolean continued,
        @Nullable Map<String, String> metadata,
        @JsonIgnore @Nullable String traceparent) {

    /** CloudEvents subject: the job, otherwise the command, otherwise the project. */
    public String subject() {
        if (job != null) {
            return job.jobId();
        }
        return commandId != null ? commandId : projectId;
    }

    /** The event types; {@link #value()} is what readers see. */
    public enum Type {
        JOB_ACTIVE("job.active", CommandState.ACCEPTED),
        JOB_COMPLETED("job.completed", CommandState.ACCEPTED),
        JOB_FAILED("job.failed", CommandState.ACCEPTED),
        JOB_ARCHIVED("job.archived", CommandState.ACCEPTED),
        JOB_UPDATED("job.updated", CommandState.ACCEPTED),
        JOB_LOST("job.lost", CommandState.ACCEPTED),
        JOB_STALLED("job.stalled", CommandState.ACCEPTED),
        PULL_REQUEST_MERGED("pull_request.merged", CommandState.ACCEPTED),
        PULL_REQUEST_CLOSED("pull_request.closed", CommandState.ACCEPTED),
        PULL_REQUEST_REOPENED("pull_request.reopened", CommandState.ACCEPTED),
        COMMAND_QUEUED("command.queued", CommandState.QUEUED),
        COMMAND_REJECTED("command.rejected", CommandState.REJECTED),
        COMMAND_EXPIRED("command.expired", CommandState.EXPIRED),
        COMMAND_UNKNOWN("command.unknown", CommandState.UNKNOWN),
        COMMAND_DUPLICATE("command.duplicate", null),
        COMMAND_CANCELLED("command.cancelled", CommandState.CANCELLED),
        COMMAND_SUPERSEDED("command.superseded", CommandState.SUPERSEDED),
        COMMAND_DOUBLED("command.doubled", null),
        PROJECT_HELD("project.held", null),
        PROJECT_RESUMED("project.resumed", null),
        OPERATION_DONE("operation.done", null),
        OPERATION_REFUSED("operation.refused", null);

        private final String value;

        @Nullable
        private final CommandState state;

        Type(String value, @Nullable CommandState state) {
            this.value = value;
            this.state = state;
        }

        @JsonValue
        public String value() {
            return value;
        }

        /** Where the command is that the event is about; null where the event does not say it. */
        @Nullable
        public CommandState state() {
            return state;
        }

        /** The event of a command that waits, or has ended without a job. */
        public static Type of(CommandState state) {
            return Arrays.stream(values())
                    .filter(type -> type.value.startsWith("command.") && type.state == state)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no event of a command says " + state));
        }
    }

    /**
     * The job as last seen.
     *
     * @param sequence 1, 2, 3 … per job
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record JobState(
            String jobId,
            @Nullable String status,
            @Nullable String previousStatus,

            @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable
            String prLink,

            JobSnapshot.@Nullable Source source,
            @Nullable String model,
            @Nullable String createdAt,

            @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable
            String archivedAt,

            @JsonProperty("sequence") long sequence) {}

    /** Why: a code of the contract, a sentence, and the service's status if it answered. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Reason(
            String code, String message, @Nullable Integer httpStatus) {}

    /**
     * The place of a waiting command.
     *
     * @param position 1 is next
     * @param estimatedDispatchAt null if there is no estimate
     * @param reason {@code quota}, {@code throttled}, {@code unauthorized}, {@code unreachable}, {@code behind_job}, {@code scheduled},
     *     {@code budget}, {@code operator}, {@code quiet}, {@code active_jobs}, {@code open_pull_requests}
     * @param count the project's active jobs or open pull requests, where it waits for fewer of them; otherwise null
     */
    public record QueuePlace(
            int position,
            @Nullable Instant estimatedDispatchAt,
            String reason,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Integer count) {

        public QueuePlace(int position, @Nullable Instant estimatedDispatchAt, String reason) {
            this(position, estimatedDispatchAt, reason, null);
        }
    }

    /**
     * How the command ended.
     *
     * @param supersededBy the commandId of the command that took its place; null where that has none
     */
    public record Superseded(
            @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable
            String supersededBy) {}

    /**
     * The answer to an operator.
     *
     * @param operation its name in the contract; null where it could not be read
     * @param by who asked for it; null where that could not be read
     * @param affected how many commands it concerned; null where it was refused
     * @param skipped how many it concerned and left as they were; null where there can be none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record OperationAnswer(
            @Nullable String operation,
            String operationId,
            @Nullable String by,
            @Nullable Integer affected,
            @Nullable Integer skipped) {}

    /**
     * The command that was repeated, was to be cancelled, or was taken twice, as it stands; what is not known is left out.
     *
     * @param commandId null where it has none
     * @param supersededBy the commandId of the command that took its place
     * @param jobId of its job, or of that of the command that took its place at last
     * @param status of its job as last seen
     * @param prLink of its job as last seen
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Original(
            @Nullable String commandId,
            CommandState state,
            @Nullable String supersededBy,
            @Nullable String jobId,
            @Nullable String status,
            @Nullable String prLink) {}
}
