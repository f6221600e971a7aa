package io.docsagent.worker.gateway.keys;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A key of the service, readable only by a request. */
public final class ApiKey {

    static final String TOO_SHORT = "The key is shorter than " + Redaction.MIN_LENGTH
            + " characters: if the service quotes it, it is not removed from events and logs. Use a longer one.";

    private final String value;

    private ApiKey(String value) {
        this.value = value;
    }

    /**
     * Ignores surrounding whitespace and a byte order mark.
     *
     * @throws UnusableKeyException where nothing is left, or characters that no header may contain
     */
    static ApiKey parse(String text) {
        String key = (text.startsWith("\uFEFF") ? text.substring(1) : text).strip();
        if (key.isEmpty()) {
            throw new UnusableKeyException("is empty");
        }
        if (!key.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new UnusableKeyException(
                    "contains spaces, line breaks or other characters that are not allowed in a key; it must be one key"
                            + " on a single line");
        }
        return new ApiKey(key);
    }

    /** Removes the key from everything that is shown. */
    void hideWith(Redaction redaction) {
        redaction.add(value);
    }

    /** Real keys are longer than this; a shorter one cannot be distinguished from ordinary words. */
    boolean isTooShortToHide() {
        return value.length() < Redaction.MIN_LENGTH;
    }

    /** The value of the {@code Authorization} header. */
    public String bearer() {
        return "Bearer " + value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ApiKey key && key.value.equals(value);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(value);
    }

    @Override
    public String toString() {
        return "ApiKey[hidden]";
    }

    /** A text that is not a key; the message follows the name of its source and never quotes the text. */
    static final class UnusableKeyException extends IllegalArgumentException {
        UnusableKeyException(String message) {
            super(message);
        }
    }
}
