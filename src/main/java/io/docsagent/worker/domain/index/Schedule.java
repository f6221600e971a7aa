package io.docsagent.worker.domain.index;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which lanes may be called from now on, and which only when the {@code notBefore} of their first command has come. */
final class Schedule {

    private final UndoLog undo;

    /** Lanes whose first command is due, by whose command that is, and by what is to be sent first. */
    private final Candidates due = new Candidates(Comparator.naturalOrder());

    /** Lanes whose first command is not, by when it will be. */
    private final Candidates later = new Candidates(Lane.Candidate.BY_TIME);

    private long now = Long.MIN_VALUE;

    Schedule(UndoLog undo) {
        this.undo = undo;
    }

    /** What is due by then may be sent; time does not go back. */
    void advance(Instant time) {
        long before = now;
        now = Math.max(now, time.toEpochMilli());
        undo.add(() -> now = before);
        for (Lane.Candidate first = later.dueBy(now); first != null; first = later.dueBy(now)) {
            becomesDue(first);
        }
    }

    private void becomesDue(Lane.Candidate candidate) {
        later.remove(candidate);
        due.add(candidate);
        undo.add(() -> {
            due.remove(candidate);
            later.add(candidate);
        });
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

    /** What may be sent next; null where nothing may. */
    Lane.@Nullable Candidate next(Turns turns) {
        Lane.Candidate next = null;
        for (Lane.Candidate first : due.firsts()) {
            if (turns.isOpenTo(first.publisher()) && (next == null || isBefore(first, next, turns))) {
                next = first;
            }
        }
        return next;
    }

    private static boolean isBefore(Lane.Candidate one, Lane.Candidate other, Turns turns) {
        if (one.promoted() != other.promoted()) {
            return one.promoted() < other.promoted();
        }
        if (one.priority() != other.priority()) {
            return one.priority().compareTo(other.priority()) < 0;
        }
        int byShare = Long.compare(aheadOf(one, turns), aheadOf(other, turns));
        return byShare != 0 ? byShare < 0 : one.compareTo(other) < 0;
    }

    private static long aheadOf(Lane.Candidate candidate, Turns turns) {
        return turns.aheadOf(candidate.priority(), candidate.publisher());
    }

    /** What may be sent now, in no order. */
    Stream<Lane.Candidate> due(Turns turns) {
        return due.all().filter(candidate -> turns.isOpenTo(candidate.publisher()));
    }

    /** From when on something of a publisher can be sent, if there is a token for it. */
    Map<String, Instant> dueFrom() {
        Map<String, Instant> from = new HashMap<>();
        later.firsts().forEach(first -> from.put(first.publisher(), Instant.ofEpochMilli(first.due())));
        due.firsts().forEach(first -> from.put(first.publisher(), Instant.ofEpochMilli(now)));
        return from;
    }

    @Override
    public String toString() {
        return "next " + due + ", later " + later;
    }

    /** Lanes by whose command is the first of them. */
    private static final class Candidates {

        private final Comparator<Lane.Candidate> order;
        private final Map<String, NavigableSet<Lane.Candidate>> byPublisher = new HashMap<>();

        Candidates(Comparator<Lane.Candidate> order) {
            this.order = order;
        }

        void add(Lane.Candidate candidate) {
            byPublisher
                    .computeIfAbsent(candidate.publisher(), absent -> new TreeSet<>(order))
                    .add(candidate);
        }

        void remove(Lane.Candidate candidate) {
            byPublisher.computeIfPresent(candidate.publisher(), (publisher, candidates) -> {
                candidates.remove(candidate);
                return candidates.isEmpty() ? null : candidates;
            });
        }

        /** The first of each publisher. */
        List<Lane.Candidate> firsts() {
            List<Lane.Candidate> firsts = new ArrayList<>(byPublisher.size());
            byPublisher.values().forEach(candidates -> firsts.add(candidates.first()));
            return firsts;
        }

        Stream<Lane.Candidate> all() {
            return byPublisher.values().stream().flatMap(Collection::stream);
        }

        /** One that is due by then, where the order is by time; null where none is. */
        Lane.@Nullable Candidate dueBy(long time) {
            for (NavigableSet<Lane.Candidate> candidates : byPublisher.values()) {
                if (candidates.first().due() <= time) {
                    return candidates.first();
                }
            }
            return null;
        }

        @Override
        public String toString() {
            return all().sorted(order).toList().toString();
        }
    }
}
