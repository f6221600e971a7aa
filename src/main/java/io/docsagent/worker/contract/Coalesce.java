package io.docsagent.worker.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Per key, at most one create of a project and one message to each job waits.
 *
 * @param key 1 to 128 characters
 * @param mode null for a command that is sent for itself after all
 * @param quiet how long no other command with the key must have arrived before it is sent; null if it need not wait
 * @param atMost how long it waits for that, from the arrival of the first one; by default {@value #QUIET_TIMES} times
 *     {@code quiet}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Coalesce(
        String key,
        @Nullable Mode mode,
        @Nullable Duration quiet,
        @Nullable Duration atMost) {

    private static final int QUIET_TIMES = 10;

    /** Without a quiet period. */
    public Coalesce(String key, @Nullable Mode mode) {
        this(key, mode, null, null);
    }

    /** How long the first command waits for a quiet period of later ones, which there is. */
    public Duration longestWait(Duration quietPeriod) {
        return atMost != null ? atMost : quietPeriod.multipliedBy(QUIET_TIMES);
    }

    /** What becomes of the earlier prompt. */
    public enum Mode {
        @JsonProperty("replace")
        REPLACE,
        @JsonProperty("append")
        APPEND
    }
}
