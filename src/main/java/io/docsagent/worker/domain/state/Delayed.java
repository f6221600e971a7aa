package io.docsagent.worker.domain.state;

import java.time.Instant;

/**
 * The waiting commands of a project that were not due at its last decision.
 *
 * @param first when the first of them is due
 * @param last when the last of them is
 */
public record Delayed(int commands, Instant first, Instant last) {

    /** These and others. */
    public Delayed plus(Delayed other) {
        return new Delayed(
                commands + other.commands,
                first.isBefore(other.first) ? first : other.first,
                last.isAfter(other.last) ? last : other.last);
    }
}
