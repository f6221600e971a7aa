package io.docsagent.worker.domain.state;

import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.contract.Command;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * For how long no other command with its key must have arrived before a command is sent.
 *
 * @param longest from the arrival of the first of them
 */
public record QuietPeriod(Duration quiet, Duration longest) {

    /**
     * Of a command that has just arrived, and with which it begins, if it has one.
     *
     * @param mostDelay how long the command may wait
     */
    public static QueuedCommand begun(QueuedCommand arrived, Duration mostDelay) {
        QuietPeriod period = of(arrived.command(), mostDelay);
        return period == null ? arrived : arrived.with(copy -> copy.quietUntil = period.end(arrived.arrivedAt()));
    }

    /** Null where the command has none. */
    static @Nullable QuietPeriod of(Command command, Duration mostDelay) {
        Coalesce coalesce = command.coalesce();
        if (coalesce == null || coalesce.quiet() == null) {
            return null;
        }
        return new QuietPeriod(coalesce.quiet(), shorter(coalesce.longestWait(coalesce.quiet()), mostDelay));
    }

    private Instant end(Instant arrivedAt) {
        return arrivedAt.plus(shorter(quiet, longest));
    }

    /** However many others arrive after the first one. */
    Instant latestEnd(Instant firstArrivedAt) {
        return firstArrivedAt.plus(longest);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
