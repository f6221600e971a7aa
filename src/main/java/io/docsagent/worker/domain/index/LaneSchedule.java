package io.docsagent.worker.domain.index;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which lanes may be called from now on, and which only when the {@code notBefore} of their first command has come. */
final class LaneSchedule {

    /** Lanes whose first command is due, by whose use it may be, and by what is to be sent first. */
    private final Candidates due = new Candidates(Comparator.naturalOrder());

    /** Lanes whose first command is not, by when it will be. */
    private final Candidates later = new Candidates(Candidate.BY_TIME);

    private long now = Long.MIN_VALUE;

    /** What is due by then may be sent; time does not go back. */
    void advance(Instant time) {
        now = Math.max(now, time.toEpochMilli());
        for (Candidate first = later.dueBy(now); first != null; first = later.dueBy(now)) {
            later.remove(first);
            due.add(first);
        }
    }

    void offer(@Nullable Candidate candidate) {
        if (candidate != null) {
            (candidate.due() <= now ? due : later).add(candidate);
        }
    }

    void withdraw(@Nullable Candidate candidate) {
        if (candidate != null) {
            (candidate.due() <= now ? due : later).remove(candidate);
        }
    }

    /** What may be sent next. */
    Optional<Candidate> next(PublisherShares shares, Predicate<Candidate> hasRoom) {
        return due.firsts().stream()
                .filter(first -> first.payers().mayPay(shares))
                .filter(hasRoom)
                .min(Candidate.by(shares));
    }

    /** What may be sent now, in no order. */
    Stream<Candidate> due(PublisherShares shares) {
        return due.all().filter(candidate -> candidate.payers().mayPay(shares));
    }

    /** From when on something can be sent that is a use of these, if there is a token for it. */
    Map<Payers, Instant> dueFrom(Predicate<Candidate> hasRoom) {
        Map<Payers, Instant> from = new HashMap<>();
        Stream.concat(due.firsts().stream(), later.firsts().stream())
                .filter(hasRoom)
                .forEach(first -> from.merge(
                        first.payers(), Instant.ofEpochMilli(Math.max(first.due(), now)), LaneSchedule::earlier));
        return from;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    @Override
    public String toString() {
        return "next " + due + ", later " + later;
    }

    /** All candidates of one kind may be sent, or none. */
    private record Kind(Payers payers, Start start) {

        static Kind of(Candidate candidate) {
            return new Kind(candidate.payers(), candidate.start());
        }
    }

    /** Lanes by whose use the call of the first command may be, and what it starts. */
    private static final class Candidates {

        private final Comparator<Candidate> order;
        private final Map<Kind, NavigableSet<Candidate>> byKind = new HashMap<>();

        Candidates(Comparator<Candidate> order) {
            this.order = order;
        }

        void add(Candidate candidate) {
            byKind.computeIfAbsent(Kind.of(candidate), absent -> new TreeSet<>(order))
                    .add(candidate);
        }

        void remove(Candidate candidate) {
            byKind.computeIfPresent(Kind.of(candidate), (kind, candidates) -> {
                candidates.remove(candidate);
                return candidates.isEmpty() ? null : candidates;
            });
        }

        /** The first of each. */
        List<Candidate> firsts() {
            List<Candidate> firsts = new ArrayList<>(byKind.size());
            byKind.values().forEach(candidates -> firsts.add(candidates.first()));
            return firsts;
        }

        Stream<Candidate> all() {
            return byKind.values().stream().flatMap(Collection::stream);
        }

        /** One that is due by then, where the order is by time; null where none is. */
        @Nullable
        Candidate dueBy(long time) {
            for (NavigableSet<Candidate> candidates : byKind.values()) {
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
