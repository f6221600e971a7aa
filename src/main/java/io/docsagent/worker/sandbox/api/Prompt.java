package io.docsagent.worker.sandbox.api;

import io.docsagent.worker.sandbox.http.HttpAnswer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The prompt in the body of a POST, if it is usable. */
public sealed interface Prompt {

    record Given(String text) implements Prompt {}

    record Unusable(HttpAnswer refusal) implements Prompt {

        public static final Unusable MISSING = new Unusable(
                HttpAnswer.error(400, "The body must be a JSON object with a prompt of at least 1 character"));
        public static final Unusable TOO_LARGE = new Unusable(HttpAnswer.error(413, "The body is too large"));
    }

    static Prompt read(byte[] body) {
        try {
            JsonNode prompt = JsonMapper.shared().readTree(body).path("prompt");
            return prompt.isString() && !prompt.stringValue().isEmpty()
                    ? new Given(prompt.stringValue())
                    : Unusable.MISSING;
        } catch (JacksonException malformed) {
            return Unusable.MISSING;
        }
    }

    /** Identifies the text, which may be too large to keep. */
    default UUID digest() {
        String text = this instanceof Given given ? given.text() : "";
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    default @Nullable String textOrNull() {
        return this instanceof Given given ? given.text() : null;
    }
}
