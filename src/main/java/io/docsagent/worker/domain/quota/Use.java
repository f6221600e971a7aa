package io.docsagent.worker.domain.quota;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.docsagent.worker.contract.Publisher;
import java.time.Instant;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A use of the quota that has ended.
 *
 * <p>Stored as {@code at} in milliseconds since 1970; as a text, with the publisher behind, unless it is of the default
 * publisher.
 *
 * @param at when it was over; of a call of unknown outcome, its deadline
 * @param by its publisher
 */
@JsonSerialize(using = Use.Writer.class)
public record Use(Instant at, String by) {

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Use parse(Object stored) {
        if (stored instanceof Number millis) {
            return new Use(Instant.ofEpochMilli(millis.longValue()), Publisher.DEFAULT);
        }
        String[] parts = stored.toString().split(" ", -1);
        return new Use(Instant.ofEpochMilli(Long.parseLong(parts[0])), parts[1]);
    }

    Use at(Instant other) {
        return new Use(other, by);
    }

    /** Without a look at the type of each value: a project with all its uses spent is written with a hundred of them. */
    static final class Writer extends ValueSerializer<Use> {

        @Override
        public void serialize(Use use, JsonGenerator json, SerializationContext context) {
            long millis = use.at.toEpochMilli();
            if (use.by.equals(Publisher.DEFAULT)) {
                json.writeNumber(millis);
            } else {
                json.writeString(millis + " " + use.by);
            }
        }
    }
}
