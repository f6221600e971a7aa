package io.docsagent.worker.domain.index;

import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.message.Command.Priority;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which lanes may be called from now on, and which only when the {@code notBefore} of their first command has come. */
final class Schedule {

    private final UndoLog undo;

    /** Lanes whose first command is due, by what is to be sent first. */
    private final TreeSet<Lane.Candidate> due = new TreeSet<>();

    /** Lanes whose first command is not, by when it will be. */
    private final TreeSet<Lane.Candidate> later = new TreeSet<>(Lane.Candidate.BY_TIME);

    /** Waiting commands that are not due, whether they are the first of their lanes or not. */
    private final Map<Priority, NavigableSet<Delayed>> delayed = new EnumMap<>(Priority.class);

    private long now = Long.MIN_VALUE;

    private record Delayed(long due, long sequence) implements Comparable<Delayed> {
        @Override
        public int compareTo(Delayed other) {
            int byTime = Long.compare(due, other.due);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    Schedule(UndoLog undo) {
        this.undo = undo;
        for (Priority priority : Priority.values()) {
            delayed.put(priority, new TreeSet<>());
        }
    }

    /** What is due by then may be sent; time does not go back. */
    void advance(Instant time) {
        long before = now;
        now = Math.max(now, time.toEpochMilli());
        undo.add(() -> now = before);
        while (!later.isEmpty() && later.first().due() <= now) {
            Lane.Candidate candidate = later.removeFirst();
            due.add(candidate);
            undo.add(() -> {
                due.remove(candidate);
                later.add(candidate);
            });
        }
        for (NavigableSet<Delayed> commands : delayed.values()) {
            while (!commands.isEmpty() && commands.first().due() <= now) {
                Delayed command = commands.removeFirst();
                undo.add(() -> commands.add(command));
            }
        }
    }

    void offer(Lane.@Nullable Candidate candidate) {
        if (candidate != null) {
            (candidate.due() <= now ? due : later).add(candidate);
        }
    }

    void withdraw(Lane.@Nullable Candidate candidate) {
        if (candidate != null) {
            (candidate.due() <= now ? due : later).remove(candidate);
        }
    }

    void add(QueuedCommand command) {
        Delayed waiting = delayed(command);
        if (waiting.due() > now && of(command).add(waiting)) {
            undo.add(() -> of(command).remove(waiting));
        }
    }

    void remove(QueuedCommand command) {
        Delayed waiting = delayed(command);
        if (of(command).remove(waiting)) {
            undo.add(() -> of(command).add(waiting));
        }
    }

    /** Lanes that may be called, by what is to be sent first. */
    NavigableSet<Lane.Candidate> due() {
        return due;
    }

    /** When the first lane may be called; null where none waits for that. */
    @Nullable
    Instant next() {
        if (!due.isEmpty()) {
            return Instant.ofEpochMilli(now);
        }
        return later.isEmpty() ? null : Instant.ofEpochMilli(later.first().due());
    }

    /** Commands of a priority that become due after that time. */
    int dueAfter(Priority priority, Instant time) {
        NavigableSet<Delayed> commands = Objects.requireNonNull(delayed.get(priority));
        return time.toEpochMilli() <= now
                ? commands.size()
                : commands.tailSet(new Delayed(time.toEpochMilli(), Long.MAX_VALUE))
                        .size();
    }

    private NavigableSet<Delayed> of(QueuedCommand command) {
        return Objects.requireNonNull(delayed.get(command.command().priority()));
    }

    private static Delayed delayed(QueuedCommand command) {
        return new Delayed(command.dueAt().toEpochMilli(), command.sequence());
    }

    @Override
    public String toString() {
        return "next " + due + ", later " + later + ", delayed " + delayed;
    }
}
