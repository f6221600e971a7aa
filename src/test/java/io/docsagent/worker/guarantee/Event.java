package io.docsagent.worker.guarantee;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A status event, as a subscriber reads it.
 *
 * @param partition that it was read from
 * @param command that it is about: the {@code id} of its metadata where it has one, else the commandId
 * @param sequence 0 where it is not of a job
 * @param reason the code, or why the command waits; empty where there is none
 * @param original the state of the command that was repeated, or was to be cancelled
 * @param originalJob its job
 * @param operation the id of the operation that it answers
 */
public record Event(
        int partition,
        String id,
        String type,
        Instant time,
        String project,
        @Nullable String command,
        @Nullable String jobId,
        @Nullable String status,
        @Nullable String prLink,
        long sequence,
        String reason,
        @Nullable String original,
        @Nullable String originalJob,
        @Nullable String operation,
        @Nullable String supersededBy) {

    /** As it was written. */
    public static Event of(int partition, JsonNode json) {
        String commandId = json.path("commandId").stringValue(null);
        return new Event(
                partition,
                json.get("eventId").asString(),
                json.get("type").asString(),
                Instant.parse(json.get("time").asString()),
                json.get("projectId").asString(),
                json.path("metadata").path("id").stringValue(commandId),
                json.path("jobId").stringValue(null),
                json.path("status").stringValue(null),
                json.path("prLink").stringValue(null),
                json.path("sequence").asLong(0),
                json.path("reason")
                        .path("code")
                        .stringValue(json.path("queue").path("reason").stringValue("")),
                json.path("original").path("state").stringValue(null),
                json.path("original").path("jobId").stringValue(null),
                json.path("operationId").stringValue(null),
                json.path("supersededBy").stringValue(null));
    }

    /** Of the input by which it was decided, among those of its project. */
    public long offset() {
        return Long.parseLong(id.split("-", -1)[1]);
    }

    /** Whether it says something of a job. */
    public boolean isOfJob() {
        return type.startsWith("job.") || type.startsWith("pull_request.");
    }

    /** Whether nothing more is to come of the job, unless it gets a message. */
    public boolean isFinal() {
        return switch (type) {
            case "job.completed", "job.failed", "job.archived", "job.lost", "job.stalled" -> true;
            default -> false;
        };
    }

    /** How its command has ended by it; null where it has not. */
    public @Nullable String end() {
        if (command == null) {
            return null;
        }
        return switch (type) {
            case "command.rejected", "command.expired", "command.unknown", "command.cancelled", "command.superseded" ->
                type.substring("command.".length());
            default -> isOfJob() ? "job" : null;
        };
    }

    /** Whether it answers an operator. */
    public boolean isAnswer() {
        return type.startsWith("operation.");
    }

    /** Whether it says that an operator's hold begins, or ends. */
    boolean isOfOperator(String held) {
        return type.equals("project." + held) && reason.equals("operator");
    }
}
