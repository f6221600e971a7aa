package io.docsagent.worker.domain.index;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.domain.state.QueuedCommand;
import java.util.Comparator;
import java.util.Objects;

/**
 * A waiting command that an operator has promoted, ordered by when.
 *
 * @param at in milliseconds since 1970, as is {@code due}
 */
record Promotion(long at, long position, Priority priority, long due, String publisher)
        implements Comparable<Promotion> {

    private static final Comparator<Promotion> ORDER =
            Comparator.comparingLong(Promotion::at).thenComparingLong(Promotion::position);

    static Promotion of(QueuedCommand command) {
        return new Promotion(
                Objects.requireNonNull(command.promotedAt()).toEpochMilli(),
                Lane.position(command),
                command.command().priority(),
                command.dueAt().toEpochMilli(),
                command.command().publisher());
    }

    /** Whether it goes before a command that its priority would not put it before. */
    boolean isBefore(QueuedCommand command) {
        boolean isFirst = command.promotedAt() == null
                ? priority.compareTo(command.command().priority()) > 0
                : at < command.promotedAt().toEpochMilli();
        return isFirst && due <= command.dueAt().toEpochMilli();
    }

    @Override
    public int compareTo(Promotion other) {
        return ORDER.compare(this, other);
    }
}
