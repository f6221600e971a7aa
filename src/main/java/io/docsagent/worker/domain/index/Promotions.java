package io.docsagent.worker.domain.index;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.domain.state.QueuedCommand;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The waiting commands that an operator has promoted; few, if any. */
final class Promotions {

    private final Map<Long, Promotion> bySequence = new TreeMap<>();

    private record Promotion(Instant at, Priority priority, Instant due) {

        static @Nullable Promotion of(QueuedCommand command) {
            return command.promotedAt() == null
                    ? null
                    : new Promotion(command.promotedAt(), command.command().priority(), command.dueAt());
        }

        boolean isBefore(QueuedCommand command) {
            boolean isFirst = command.promotedAt() == null
                    ? priority.compareTo(command.command().priority()) > 0
                    : at.isBefore(command.promotedAt());
            return isFirst && !due.isAfter(command.dueAt());
        }
    }

    void add(QueuedCommand command) {
        Promotion promotion = Promotion.of(command);
        if (promotion != null) {
            bySequence.put(command.sequence(), promotion);
        }
    }

    void remove(QueuedCommand command) {
        bySequence.remove(command.sequence());
    }

    /** Those that go before a command, and that its priority does not put there. */
    int before(QueuedCommand command) {
        return (int) bySequence.values().stream()
                .filter(promotion -> promotion.isBefore(command))
                .count();
    }

    @Override
    public String toString() {
        return "promoted " + bySequence;
    }
}
