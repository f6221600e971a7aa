package io.docsagent.worker.domain.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of one limit: whether there are any, and when the next ones are there.
 *
 * @param inFlight uses without an end
 * @param returns when the others come back, ascending: a cycle after they were over
 */
record Tokens(int capacity, int inFlight, List<Instant> returns, Duration cycle, Instant now) {

    boolean hasAny() {
        return inFlight + returns.size() < capacity;
    }

    /**
     * When the {@code n}-th token from now is there, if every use in flight were over now.
     *
     * @param n 1 is the next
     */
    Instant at(int n) {
        // Each token is spent as soon as it is there, and is back a period later: the pattern repeats.
        int periods = (n - 1) / capacity;
        return firstPeriod().get((n - 1) % capacity).plus(cycle.multipliedBy(periods));
    }

    /** How many tokens there are until then, if each is spent as soon as it is there. */
    int until(Instant time) {
        long periods = Math.max(0, Duration.between(now, time).dividedBy(cycle));
        Instant inFirst = time.minus(cycle.multipliedBy(periods));
        long more = firstPeriod().stream().filter(at -> !at.isAfter(inFirst)).count();
        return Math.clamp(periods * capacity + more, 0, Integer.MAX_VALUE);
    }

    /** When each token is there for the first time. */
    private List<Instant> firstPeriod() {
        List<Instant> coming = new ArrayList<>(returns);
        coming.addAll(Collections.nCopies(inFlight, now.plus(cycle)));
        coming.sort(null);
        int free = capacity - coming.size();
        // With the capacity lowered, the first to come back are not there to be spent.
        List<Instant> first = new ArrayList<>(Collections.nCopies(Math.max(0, free), now));
        first.addAll(coming.subList(Math.max(0, -free), coming.size()));
        return first;
    }

    /** When the next token comes back by itself; null where none is on its way, or an outcome must come first. */
    @Nullable
    Instant next() {
        // With the capacity lowered, several tokens must come back before one is free.
        int index = inFlight + returns.size() - capacity;
        return index >= 0 && index < returns.size() ? returns.get(index) : null;
    }
}
