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
final class LaneSchedule {

    /** Lanes whose first command is due, by whose use it may be, and by what is to be sent first. */
    private final Candidates due = new Candidates(Comparator.naturalOrder());

    /** Lanes whose first command is not, by when it will be. */
    private final Candidates later = new Candidates(Lane.Candidate.BY_TIME);

    private long now = Long.MIN_VALUE;

    /** What is due by then may be sent; time does not go back. */
    void advance(Instant time) {
        now = Math.max(now, time.toEpochMilli());
        for (Lane.Candidate first = later.dueBy(now); first != null; first = later.dueBy(now)) {
            later.remove(first);
            due.add(first);
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

    /** What may be sent next; null where nothing may. */
    Lane.@Nullable Candidate next(PublisherShares shares) {
        Lane.Candidate next = null;
        for (Lane.Candidate first : due.firsts()) {
            if (first.payers().mayPay(shares) && (next == null || isBefore(first, next, shares))) {
                next = first;
            }
        }
        return next;
    }

    private static boolean isBefore(Lane.Candidate one, Lane.Candidate other, PublisherShares shares) {
        if (one.promoted() != other.promoted()) {
            return one.promoted() < other.promoted();
        }
        if (one.priority() != other.priority()) {
            return one.priority().compareTo(other.priority()) < 0;
        }
        int byShare = Long.compare(aheadOf(one, shares), aheadOf(other, shares));
        return byShare != 0 ? byShare < 0 : one.compareTo(other) < 0;
    }

    private static long aheadOf(Lane.Candidate candidate, PublisherShares shares) {
        return shares.aheadOf(candidate.priority(), candidate.payers().payer(shares));
    }

    /** What may be sent now, in no order. */
    Stream<Lane.Candidate> due(PublisherShares shares) {
        return due.all().filter(candidate -> candidate.payers().mayPay(shares));
    }

    /** From when on something can be sent that is a use of these, if there is a token for it. */
    Map<Payers, Instant> dueFrom() {
        Map<Payers, Instant> from = new HashMap<>();
        later.firsts().forEach(first -> from.put(first.payers(), Instant.ofEpochMilli(first.due())));
        due.firsts().forEach(first -> from.put(first.payers(), Instant.ofEpochMilli(now)));
        return from;
    }

    @Override
    public String toString() {
        return "next " + due + ", later " + later;
    }

    /** Lanes by whose use the call of the first command may be. */
    private static final class Candidates {

        private final Comparator<Lane.Candidate> order;
        private final Map<Payers, NavigableSet<Lane.Candidate>> byPayers = new HashMap<>();

        Candidates(Comparator<Lane.Candidate> order) {
            this.order = order;
        }

        void add(Lane.Candidate candidate) {
            byPayers.computeIfAbsent(candidate.payers(), absent -> new TreeSet<>(order))
                    .add(candidate);
        }

        void remove(Lane.Candidate candidate) {
            byPayers.computeIfPresent(candidate.payers(), (payers, candidates) -> {
                candidates.remove(candidate);
                return candidates.isEmpty() ? null : candidates;
            });
        }

        /** The first of each. */
        List<Lane.Candidate> firsts() {
            List<Lane.Candidate> firsts = new ArrayList<>(byPayers.size());
            byPayers.values().forEach(candidates -> firsts.add(candidates.first()));
            return firsts;
        }

        Stream<Lane.Candidate> all() {
            return byPayers.values().stream().flatMap(Collection::stream);
        }

        /** One that is due by then, where the order is by time; null where none is. */
        Lane.@Nullable Candidate dueBy(long time) {
            for (NavigableSet<Lane.Candidate> candidates : byPayers.values()) {
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
