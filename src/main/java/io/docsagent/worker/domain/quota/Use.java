package io.docsagent.worker.domain.quota;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.docsagent.worker.message.Command;
import java.time.Instant;
import java.util.Locale;

/**
 * A use of the quota that has ended.
 *
 * <p>Stored as {@code at} in milliseconds since 1970; as a text, with {@code type} and {@code publisher} behind, unless
 * it is of the usual spender.
 *
 * @param at when it was over; of a call of unknown outcome, its deadline
 */
public record Use(Instant at, Spender by) {

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Use parse(Object stored) {
        if (stored instanceof Number millis) {
            return new Use(Instant.ofEpochMilli(millis.longValue()), Spender.USUAL);
        }
        String[] parts = stored.toString().split(" ", -1);
        return new Use(
                Instant.ofEpochMilli(Long.parseLong(parts[0])),
                new Spender(parts[2], Command.Type.valueOf(parts[1].toUpperCase(Locale.ROOT))));
    }

    @JsonValue
    Object stored() {
        return by.equals(Spender.USUAL)
                ? at.toEpochMilli()
                : at.toEpochMilli() + " " + by.type().name().toLowerCase(Locale.ROOT) + " " + by.publisher();
    }

    Use at(Instant other) {
        return new Use(other, by);
    }
}
