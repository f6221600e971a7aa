package io.docsagent.worker.ingress.document;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A command or an operation that fits its schema, taken out of its envelope.
 *
 * @param pointer where it stands within the record's value; empty where it is all of it
 * @param event its name as a CloudEvent; null where it has none
 * @param traceparent the span it was published in; null where it was in none
 */
public record Document(
        JsonNode json,
        String pointer,
        @Nullable CloudEvent event,
        @Nullable String traceparent) {

    @Nullable
    public Instant time(String field) {
        String text = text(field);
        return text == null ? null : Rfc3339.parse(text);
    }

    @Nullable
    public String text(String field) {
        return json.path(field).stringValue(null);
    }
}
