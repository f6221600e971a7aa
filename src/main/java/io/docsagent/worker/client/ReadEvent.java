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

    /**
     * What was published and is refused, while a command that has its id stands: another one has it, or what was published
     * is no command. Null where it is neither.
     *
     * @param isKnown whether the caller's command is surely known to the worker
     */
    @Nullable
    CommandRecord refused(boolean isKnown) {
        String code = fields.path("reason").path("code").asString("");
        boolean isRefused = code.equals("command_id_reused")
                ? !isKnown
                : code.equals("malformed") && !(isKnown && fields.has("original"));
        return isRefused ? CommandRecordReader.refused(fields) : null;
    }

    private @Nullable String text(String field) {
        return fields.path(field).asString(null);
    }
}
