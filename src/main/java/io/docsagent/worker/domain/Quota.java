package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Policy.QuotaLimit;
import io.docsagent.worker.domain.Policy.Refill;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A project's uses that still count, from which its bucket is built.
 *
 * <p>A use counts from its decision until its token comes back: one period and a margin after it was over. So of any
 * {@code capacity + 1} uses the first was over a full period before the last was decided, and the service cannot have
 * counted both in one rolling period.
 *
 * @param underWay calls without an outcome
 * @param returns when the tokens of ended uses come back, ascending
 * @param straggling calls of unknown fate, by callId, and when their tokens come back: later, because the service may
 *     read a request minutes after the client gave it up
 * @param greedy the bucket's own state where {@code refill} is greedy; else null
 */
public record Quota(
        int underWay,
        List<Instant> returns,
        Map<String, Instant> straggling,
        @Nullable GreedyBucket greedy) {

    public static final Quota UNUSED = new Quota(0, List.of(), Map.of(), null);

    /** Of a project that nothing is known of. */
    static Quota unknownPast(QuotaLimit limit) {
        Instant until = limit.spentUntil();
        return until == null ? UNUSED : new Quota(0, Collections.nCopies(limit.capacity(), until), Map.of(), null);
    }

    /** Tokens that may be spent now. */
    long available(QuotaLimit limit, Instant now) {
        return limit.refill() == Refill.GREEDY
                ? greedy(limit, now).available()
                : RollingBucket.of(limit, open(now)).available();
    }

    /** Takes a token for a call that is about to be made. */
    Quota spend(QuotaLimit limit, Instant now) {
        if (limit.refill() == Refill.GREEDY) {
            return new Quota(
                    underWay + 1,
                    returnsAfter(now),
                    stragglingAfter(now),
                    greedy(limit, now).spend());
        }
        RollingBucket.of(limit, open(now)).spend();
        return new Quota(underWay + 1, returnsAfter(now), stragglingAfter(now), null);
    }

    /** A call has ended: the use was over by now. */
    Quota over(QuotaLimit limit, Instant now) {
        return returning(underWay - 1, straggling, now.plus(limit.period()).plus(limit.margin()));
    }

    /** No byte of the call can have reached the service: its token comes back at once. */
    Quota giveBack(QuotaLimit limit, Instant now) {
        GreedyBucket bucket =
                limit.refill() == Refill.GREEDY ? greedy(limit, now).giveBack() : null;
        return new Quota(underWay - 1, returns, straggling, bucket);
    }

    /** Nobody knows whether the service took the call, or will: it may until {@code deadline} and the straggler time. */
    Quota unknown(String callId, QuotaLimit limit, Instant deadline) {
        Map<String, Instant> more = new HashMap<>(straggling);
        more.put(callId, deadline.plus(limit.straggler()).plus(limit.period()).plus(limit.margin()));
        return new Quota(underWay - 1, returns, Map.copyOf(more), greedy);
    }

    /** A call of unknown fate was answered after all. */
    Quota resolved(String callId, QuotaLimit limit, Instant now) {
        Instant returnsAt = straggling.get(callId);
        if (returnsAt == null) {
            return this;
        }
        Instant answered = now.plus(limit.period()).plus(limit.margin());
        return returning(underWay, without(callId), answered.isBefore(returnsAt) ? answered : returnsAt);
    }

    /** A call of unknown fate proved never to have been sent. */
    Quota freed(String callId, QuotaLimit limit, Instant now) {
        if (!straggling.containsKey(callId)) {
            return this;
        }
        GreedyBucket bucket =
                limit.refill() == Refill.GREEDY ? greedy(limit, now).giveBack() : null;
        return new Quota(underWay, returns, without(callId), bucket);
    }

    /**
     * When the {@code n}-th token from now is there, if every use under way were over now.
     *
     * @param n 1 is the next
     */
    Instant tokenAt(int n, QuotaLimit limit, Instant now) {
        if (limit.refill() == Refill.GREEDY) {
            return greedy(limit, now).tokenAt(n, now);
        }
        List<Instant> coming = coming(limit, now);
        // With the capacity lowered, the first to come back are not there to be spent.
        int free = Math.max(0, limit.capacity() - coming.size());
        int gone = Math.max(0, coming.size() - limit.capacity());
        // Each token is spent as soon as it is there, and is back a period later: the pattern repeats.
        int place = (n - 1) % limit.capacity();
        int periods = (n - 1) / limit.capacity();
        Instant first = place < free ? now : coming.get(gone + place - free);
        return first.plus(limit.period().plus(limit.margin()).multipliedBy(periods));
    }

    /** When the next token comes back by itself; null where none is on its way, or an outcome must come first. */
    @Nullable
    Instant nextReturn(QuotaLimit limit, Instant now) {
        if (limit.refill() == Refill.GREEDY) {
            return greedy(limit, now).tokenAt(1, now);
        }
        Instant next = null;
        long open = underWay;
        List<Instant> coming = new ArrayList<>(returnsAfter(now));
        coming.addAll(stragglingAfter(now).values());
        coming.sort(null);
        // With the capacity lowered, several tokens must come back before one is free.
        long index = open + coming.size() - limit.capacity();
        if (index >= 0 && index < coming.size()) {
            next = coming.get((int) index);
        }
        return next;
    }

    /** Whether nothing of the past counts any more. */
    boolean isUnused(Instant now) {
        return open(now) == 0;
    }

    private long open(Instant now) {
        long open = underWay;
        for (int i = returns.size() - 1; i >= 0 && returns.get(i).isAfter(now); i--) {
            open++;
        }
        for (Instant returnsAt : straggling.values()) {
            open += returnsAt.isAfter(now) ? 1 : 0;
        }
        return open;
    }

    private List<Instant> coming(QuotaLimit limit, Instant now) {
        List<Instant> coming = new ArrayList<>(returnsAfter(now));
        coming.addAll(stragglingAfter(now).values());
        Instant ifOverNow = now.plus(limit.period()).plus(limit.margin());
        for (int i = 0; i < underWay; i++) {
            coming.add(ifOverNow);
        }
        coming.sort(null);
        return coming;
    }

    private GreedyBucket greedy(QuotaLimit limit, Instant now) {
        return greedy != null ? greedy.at(limit, now) : GreedyBucket.of(limit, open(now), now);
    }

    private Quota returning(int underWay, Map<String, Instant> straggling, Instant returnsAt) {
        List<Instant> more = new ArrayList<>(returns);
        int at = more.size();
        while (at > 0 && more.get(at - 1).isAfter(returnsAt)) {
            at--;
        }
        more.add(at, returnsAt);
        return new Quota(underWay, more, straggling, greedy);
    }

    private List<Instant> returnsAfter(Instant now) {
        int first = 0;
        while (first < returns.size() && !returns.get(first).isAfter(now)) {
            first++;
        }
        return first == 0 ? returns : List.copyOf(returns.subList(first, returns.size()));
    }

    private Map<String, Instant> stragglingAfter(Instant now) {
        if (straggling.isEmpty()) {
            return straggling;
        }
        Map<String, Instant> left = new HashMap<>(straggling);
        left.values().removeIf(returnsAt -> !returnsAt.isAfter(now));
        return Map.copyOf(left);
    }

    private Map<String, Instant> without(String callId) {
        Map<String, Instant> left = new HashMap<>(straggling);
        left.remove(callId);
        return Map.copyOf(left);
    }
}
