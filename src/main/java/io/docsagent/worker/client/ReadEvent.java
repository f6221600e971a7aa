package io.docsagent.worker.client;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.JsonMappers;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A status event, of which the client needs little.
 *
 * @param json as it was written
 */
record ReadEvent(JsonNode fields, String json) {

    /** Null where it is none. */
    static @Nullable ReadEvent of(byte @Nullable [] value) {
        if (value == null) {
            return null;
        }
        try {
            return new ReadEvent(JsonMappers.PUBLIC.readTree(value), new String(value, StandardCharsets.UTF_8));
        } catch (JacksonException e) {
            return null;
        }
    }

    boolean isOf(String projectId, String commandId) {
        return projectId.equals(text("projectId")) && commandId.equals(text("commandId"));
    }

    /** Whether the same change led to this event and the record. */
    boolean isOf(@Nullable CommandRecord command) {
        return command != null && command.eventId() != null && command.eventId().equals(text("eventId"));
    }

    /** Whether it says that what was published was known before, with the same content. */
    boolean answersRepetition() {
        return "command.duplicate".equals(text("type"));
    }

    /** The command that it refuses because another one has its id; null where it does not. */
    @Nullable
    CommandRecord refusedReuse() {
        return "command_id_reused".equals(fields.path("reason").path("code").asString(null))
                ? CommandRecordReader.refused(fields)
                : null;
    }

    private @Nullable String text(String field) {
        return fields.path(field).asString(null);
    }
}
