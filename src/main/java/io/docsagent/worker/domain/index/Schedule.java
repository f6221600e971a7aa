package io.docsagent.worker.domain.index;

import io.docsagent.worker.domain.quota.Spender;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which lanes may be called from now on, and which only when the {@code notBefore} of their first command has come. */
final class Schedule {

    private final UndoLog undo;

    /** Lanes whose first command is due, by whose command that is, and by what is to be sent first. */
    private final Map<Spender, NavigableSet<Lane.Candidate>> due = new HashMap<>();

    /** Lanes whose first command is not, by when it will be. */
    private final TreeSet<Lane.Candidate> later = new TreeSet<>(Lane.Candidate.BY_TIME);

    private long now = Long.MIN_VALUE;

    Schedule(UndoLog undo) {
        this.undo = undo;
    }

    /** What is due by then may be sent; time does not go back. */
    void advance(Instant time) {
        long before = now;
        now = Math.max(now, time.toEpochMilli());
        undo.add(() -> now = before);
        while (!later.isEmpty() && later.first().due() <= now) {
            Lane.Candidate candidate = later.removeFirst();
            addDue(candidate);
            undo.add(() -> {
                removeDue(candidate);
                later.add(candidate);
            });
        }
    }

    void offer(Lane.@Nullable Candidate candidate) {
        if (candidate == null) {
            return;
        }
        if (candidate.due() <= now) {
            addDue(candidate);
        } else {
            later.add(candidate);
        }
    }

    void withdraw(Lane.@Nullable Candidate candidate) {
        if (candidate == null) {
            return;
        }
        if (candidate.due() <= now) {
            removeDue(candidate);
        } else {
            later.remove(candidate);
        }
    }

    private void addDue(Lane.Candidate candidate) {
        due.computeIfAbsent(candidate.spender(), absent -> new TreeSet<>()).add(candidate);
    }

    private void removeDue(Lane.Candidate candidate) {
        due.computeIfPresent(candidate.spender(), (spender, candidates) -> {
            candidates.remove(candidate);
            return candidates.isEmpty() ? null : candidates;
        });
    }

    /** What may be sent next; null where nothing may. */
    Lane.@Nullable Candidate next(Turns turns) {
        Lane.Candidate next = null;
        for (NavigableSet<Lane.Candidate> candidates : due.values()) {
            Lane.Candidate first = candidates.first();
            if (turns.isOpenTo(first.spender()) && (next == null || isBefore(first, next, turns))) {
                next = first;
            }
        }
        return next;
    }

    private static boolean isBefore(Lane.Candidate one, Lane.Candidate other, Turns turns) {
        if (one.priority() != other.priority()) {
            return one.priority().compareTo(other.priority()) < 0;
        }
        int byShare = Long.compare(aheadOf(one, turns), aheadOf(other, turns));
        return byShare != 0 ? byShare < 0 : one.compareTo(other) < 0;
    }

    private static long aheadOf(Lane.Candidate candidate, Turns turns) {
        return turns.aheadOf(candidate.priority(), candidate.spender().publisher());
    }

    /** What may be sent now, in no order. */
    Stream<Lane.Candidate> due(Turns turns) {
        return due.entrySet().stream()
                .filter(spender -> turns.isOpenTo(spender.getKey()))
                .map(Map.Entry::getValue)
                .flatMap(Collection::stream);
    }

    /** Those of whom something is due. */
    Set<Spender> spendersDue() {
        return due.keySet();
    }

    /** When the next lane may be called that may not be called yet; null where there is none. */
    @Nullable
    Instant later() {
        return later.isEmpty() ? null : Instant.ofEpochMilli(later.first().due());
    }

    @Override
    public String toString() {
        return "next "
                + due.values().stream().flatMap(Collection::stream).sorted().toList() + ", later " + later;
    }
}
