package io.docsagent.worker.faults;

import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A status event as a subscriber reads it. */
record Event(
        int partition,
        String eventId,
        String type,
        String projectId,
        @Nullable String commandId,
        @Nullable String jobId,
        int sequence,
        @Nullable String code,
        @Nullable String operationId,
        Instant time) {

    private static final JsonMapper JSON = JsonMapper.shared();

    static Event of(ConsumerRecord<byte[], byte[]> record) {
        JsonNode value = JSON.readTree(record.value());
        return new Event(
                record.partition(),
                value.get("eventId").asString(),
                value.get("type").asString(),
                value.get("projectId").asString(),
                value.path("commandId").asString(null),
                value.path("jobId").asString(null),
                value.path("sequence").asInt(0),
                value.path("reason").path("code").asString(null),
                value.path("operationId").asString(null),
                Instant.parse(value.get("time").asString()));
    }

    boolean isOfJob() {
        return type.startsWith("job.");
    }

    /** How its command has ended by it; null where it has not. */
    @Nullable
    String end() {
        if (isOfJob()) {
            return commandId == null ? null : "job";
        }
        return switch (type) {
            case "command.rejected", "command.expired", "command.unknown", "command.cancelled", "command.superseded" ->
                type.substring("command.".length());
            default -> null;
        };
    }

    boolean answersOperation() {
        return type.startsWith("operation.");
    }

    /** Whether it says something of an operator's hold. */
    boolean isOfOperator() {
        return "operator".equals(code);
    }

    /** Whether nothing more is to come of the job. */
    boolean isFinal() {
        return switch (type) {
            case "job.completed", "job.failed", "job.archived", "job.lost", "job.stalled" -> true;
            default -> false;
        };
    }

    /** The offset of the input that it came from. */
    long inputOffset() {
        return Long.parseLong(eventId.split("-", -1)[1]);
    }
}
