package io.docsagent.worker.domain.index;

import io.docsagent.worker.domain.state.QueuedCommand;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The waiting commands that an operator has promoted, by lane; few, if any. */
final class Promotions {

    private final Map<String, NavigableSet<Promotion>> byLane = new TreeMap<>();

    void add(QueuedCommand command) {
        if (command.promotedAt() != null) {
            byLane.computeIfAbsent(command.lane(), lane -> new TreeSet<>()).add(Promotion.of(command));
        }
    }

    void remove(QueuedCommand command) {
        if (command.promotedAt() != null) {
            byLane.computeIfPresent(command.lane(), (lane, promoted) -> {
                promoted.remove(Promotion.of(command));
                return promoted.isEmpty() ? null : promoted;
            });
        }
    }

    /** The one of a lane that was promoted first; null where none was. */
    @Nullable
    Promotion firstOf(String lane) {
        NavigableSet<Promotion> promoted = byLane.get(lane);
        return promoted == null ? null : promoted.first();
    }

    /** How many go before a command, and would not by its priority. */
    int before(QueuedCommand command) {
        return (int) byLane.values().stream()
                .flatMap(Collection::stream)
                .filter(promotion -> promotion.isBefore(command))
                .count();
    }

    @Override
    public String toString() {
        return "promoted " + byLane;
    }
}
