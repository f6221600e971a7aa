package io.docsagent.worker.domain.index;

import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Timed;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What has each {@code continueKey}: a command whose turn it is, a call of unknown outcome, a job; and which creates wait
 * for it, of which the first gets its turn once no command and no such call has the key.
 */
public final class ContinueKeys {

    private final Map<String, Holders> byKey = new HashMap<>();

    /** Keys for which creates wait, and which no command and no call of unknown outcome has. */
    private final TreeSet<String> free = new TreeSet<>();

    /** Creates of unknown outcome, by when they give up their keys. */
    private final TreeSet<Kept> kept = new TreeSet<>();

    /** Of each key whose creates wait for nothing but time, the last entry of {@code kept}. */
    private final TreeSet<Kept> awaited = new TreeSet<>();

    private Instant now = Instant.MIN;

    private record Kept(Instant until, String key, String command) implements Comparable<Kept> {

        @Override
        public int compareTo(Kept other) {
            int byTime = until.compareTo(other.until);
            int byKey = byTime != 0 ? byTime : key.compareTo(other.key);
            return byKey != 0 ? byKey : command.compareTo(other.command);
        }
    }

    /** What has one key, and what waits for it. */
    private static final class Holders {

        /** Sequences of commands that start or continue a job: several only after an operator's resolution. */
        private final TreeSet<Long> turns = new TreeSet<>();

        /** The sequences of creates that wait for their turn. */
        private final TreeSet<Long> waiting = new TreeSet<>();

        private final TreeSet<Kept> kept = new TreeSet<>();

        private @Nullable String jobId;

        boolean isTaken() {
            return !turns.isEmpty() || !kept.isEmpty();
        }

        /** The entry whose time gives a waiting create its turn; null where nothing waits, or not for time alone. */
        @Nullable
        Kept awaited() {
            return waiting.isEmpty() || !turns.isEmpty() || kept.isEmpty() ? null : kept.last();
        }

        boolean isUnused() {
            return !isTaken() && waiting.isEmpty() && jobId == null;
        }

        @Override
        public String toString() {
            return "turns " + turns + " waiting " + waiting + " kept " + kept + " job " + jobId;
        }
    }

    /** Keys that were kept until then are free; time does not go back. */
    void advance(Instant time) {
        now = time.isAfter(now) ? time : now;
        while (!kept.isEmpty() && !kept.first().until().isAfter(now)) {
            Kept over = kept.removeFirst();
            change(over.key(), holders -> holders.kept.remove(over));
        }
    }

    void add(QueuedCommand waiting) {
        change(waiting, holders -> (waiting.waitsForKey() ? holders.waiting : holders.turns).add(waiting.sequence()));
    }

    void remove(QueuedCommand waiting) {
        change(
                waiting,
                holders -> (waiting.waitsForKey() ? holders.waiting : holders.turns).remove(waiting.sequence()));
    }

    /** The command is in flight. */
    void start(QueuedCommand command) {
        change(command, holders -> holders.turns.add(command.sequence()));
    }

    void end(QueuedCommand command) {
        change(command, holders -> holders.turns.remove(command.sequence()));
    }

    private void change(QueuedCommand command, Consumer<Holders> change) {
        if (command.command().continueKey() != null) {
            change(command.command().continueKey(), change);
        }
    }

    private void change(String key, Consumer<Holders> change) {
        Holders holders = byKey.computeIfAbsent(key, absent -> new Holders());
        Kept before = holders.awaited();
        change.accept(holders);
        Kept after = holders.awaited();
        if (before != null) {
            awaited.remove(before);
        }
        if (after != null) {
            awaited.add(after);
        }
        if (holders.isTaken() || holders.waiting.isEmpty()) {
            free.remove(key);
        } else {
            free.add(key);
        }
        if (holders.isUnused()) {
            byKey.remove(key);
        }
    }

    /** What is stored beside the queue has changed; null where it was, or is, not stored. */
    void changed(String stored, @Nullable Timed before, @Nullable Timed after) {
        if (before instanceof Job job && job.continuation() != null) {
            change(job.continuation().key(), holders -> holders.jobId = null);
        }
        if (after instanceof Job job && job.continuation() != null) {
            change(job.continuation().key(), holders -> holders.jobId = job.id());
        }
        Kept was = keptBy(stored, before);
        if (was != null && kept.remove(was)) {
            change(was.key(), holders -> holders.kept.remove(was));
        }
        Kept is = keptBy(stored, after);
        if (is != null && is.until().isAfter(now) && kept.add(is)) {
            change(is.key(), holders -> holders.kept.add(is));
        }
    }

    private static @Nullable Kept keptBy(String stored, @Nullable Timed command) {
        return command instanceof EndedCommand ended
                        && ended.keepsKeyUntil() != null
                        && ended.origin().continueKey() != null
                ? new Kept(ended.keepsKeyUntil(), ended.origin().continueKey(), stored)
                : null;
    }

    /** Whether a create with the key has to wait for its turn. */
    public boolean isTaken(String key) {
        Holders holders = byKey.get(key);
        return holders != null && (holders.isTaken() || !holders.waiting.isEmpty());
    }

    /** The job that has the key; null where none has. */
    @Nullable
    public String jobOf(String key) {
        Holders holders = byKey.get(key);
        return holders == null ? null : holders.jobId;
    }

    /** The sequence of a create whose turn has come; empty where there is none. */
    public Optional<Long> firstWithTurn() {
        return free.isEmpty()
                ? Optional.empty()
                : Optional.of(waitingFor(free.first()).first());
    }

    /** The sequences of all commands that have the key. */
    public List<Long> turnsOf(String key) {
        Holders holders = byKey.get(key);
        return holders == null ? List.of() : List.copyOf(holders.turns);
    }

    /** The store's keys of the creates of unknown outcome that keep the key. */
    public List<String> unknownOf(String key) {
        Holders holders = byKey.get(key);
        return holders == null
                ? List.of()
                : holders.kept.stream().map(Kept::command).toList();
    }

    /** When the next key for which creates wait is free by time alone; null where none is. */
    @Nullable
    public Instant nextFree() {
        return awaited.isEmpty() ? null : awaited.first().until();
    }

    private SortedSet<Long> waitingFor(String key) {
        Holders holders = byKey.get(key);
        return holders == null ? new TreeSet<>() : holders.waiting;
    }

    boolean isWaiting(QueuedCommand command) {
        String key = command.command().continueKey();
        return key != null && waitingFor(key).contains(command.sequence());
    }

    void eachWaiting(Consumer<Long> visitor) {
        byKey.values().forEach(holders -> holders.waiting.forEach(visitor));
    }

    @Override
    public String toString() {
        return new TreeMap<>(byKey) + " free " + free + " kept " + kept + " awaited " + awaited;
    }
}
