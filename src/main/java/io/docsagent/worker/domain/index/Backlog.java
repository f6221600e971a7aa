package io.docsagent.worker.domain.index;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.domain.state.Delayed;
import io.docsagent.worker.domain.state.QueuedCommand;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How many commands wait for their turn, by whose they are and at which priority. */
public final class Backlog {

    private final Map<Group, Waiting> groups = new HashMap<>();
    private long now = Long.MIN_VALUE;

    /** The commands of one publisher at one priority. */
    public record Group(String publisher, Priority priority) implements Comparable<Group> {

        private static final Comparator<Group> ORDER =
                Comparator.comparing(Group::priority).thenComparing(Group::publisher);

        private static Group of(QueuedCommand command) {
            return new Group(command.command().publisher(), command.command().priority());
        }

        @Override
        public int compareTo(Group other) {
            return ORDER.compare(this, other);
        }
    }

    private static final class Waiting {

        private int all;

        /** Those that are not due. */
        private final NavigableSet<NotDue> delayed = new TreeSet<>();

        @Override
        public String toString() {
            return all + (delayed.isEmpty() ? "" : " " + delayed);
        }
    }

    private record NotDue(long due, long sequence) implements Comparable<NotDue> {

        static NotDue of(QueuedCommand command) {
            return new NotDue(command.dueAt().toEpochMilli(), command.sequence());
        }

        @Override
        public int compareTo(NotDue other) {
            int byTime = Long.compare(due, other.due);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    /** What is due by then is not delayed any more; time does not go back. */
    void advance(Instant time) {
        now = Math.max(now, time.toEpochMilli());
        groups.values()
                .forEach(waiting -> waiting.delayed
                        .headSet(new NotDue(now, Long.MAX_VALUE), true)
                        .clear());
    }

    void add(QueuedCommand command) {
        if (!command.awaitsItsTurn()) {
            return;
        }
        Waiting waiting = groups.computeIfAbsent(Group.of(command), absent -> new Waiting());
        waiting.all++;
        NotDue delayed = NotDue.of(command);
        if (delayed.due() > now) {
            waiting.delayed.add(delayed);
        }
    }

    void remove(QueuedCommand command) {
        if (!command.awaitsItsTurn()) {
            return;
        }
        groups.computeIfPresent(Group.of(command), (group, waiting) -> {
            waiting.all--;
            waiting.delayed.remove(NotDue.of(command));
            return waiting.all == 0 ? null : waiting;
        });
    }

    /** The commands of each group that will be due by that time. */
    public Map<Group, Integer> dueBy(Instant time) {
        Map<Group, Integer> due = new TreeMap<>();
        groups.forEach((group, waiting) -> due.put(group, waiting.all - dueAfter(waiting, time.toEpochMilli())));
        return due;
    }

    /** The commands that are not due; null where there are none. */
    public @Nullable Delayed delayed() {
        return groups.values().stream()
                .map(waiting -> waiting.delayed)
                .filter(delayed -> !delayed.isEmpty())
                .map(delayed -> new Delayed(delayed.size(), at(delayed.first()), at(delayed.last())))
                .reduce(Delayed::plus)
                .orElse(null);
    }

    private static Instant at(NotDue command) {
        return Instant.ofEpochMilli(command.due());
    }

    private int dueAfter(Waiting waiting, long time) {
        return time <= now
                ? waiting.delayed.size()
                : waiting.delayed.tailSet(new NotDue(time, Long.MAX_VALUE)).size();
    }

    @Override
    public String toString() {
        return new TreeMap<>(groups).toString();
    }
}
