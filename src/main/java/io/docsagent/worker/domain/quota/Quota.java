package io.docsagent.worker.domain.quota;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.docsagent.worker.domain.policy.Policy.QuotaLimit;
import io.docsagent.worker.domain.policy.Policy.Refill;
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
 * <p>When uses were over is stored, not when they come back: a period that is made longer covers them as well. So the
 * latest {@code capacity} of them are kept even when they have come back.
 *
 * <p>Stored: its components are a format; a new one is optional, and formats of the release before are read.
 *
 * @param inFlight calls without an outcome
 * @param over when ended uses were over, ascending
 * @param unanswered deadlines of the calls of unknown outcome, by callId; such a use is over the straggler time later,
 *     because the service may read a request minutes after the client gave it up
 * @param greedy the bucket's own state where {@code refill} is greedy; else null
 */
public record Quota(
        @JsonProperty("underWay") int inFlight,
        List<Instant> over,
        Map<String, Instant> unanswered,
        @Nullable GreedyBucket greedy) {

    public static final Quota UNUSED = new Quota(0, List.of(), Map.of(), null);

    /** Of a project that nothing is known of. */
    public static Quota unknownPast(QuotaLimit limit) {
        Instant until = limit.spentUntil();
        return until == null
                ? UNUSED
                : new Quota(0, Collections.nCopies(limit.capacity(), until.minus(limit.cycle())), Map.of(), null);
    }

    /** Tokens that may be spent now. */
    public long available(QuotaLimit limit, Instant now) {
        return limit.refill() == Refill.GREEDY
                ? greedy(limit, now).available()
                : RollingBucket.of(limit, open(limit, now)).available();
    }

    /** Takes a token for a call that is about to be made. */
    public Quota spend(QuotaLimit limit, Instant now) {
        GreedyBucket bucket = null;
        if (limit.refill() == Refill.GREEDY) {
            bucket = greedy(limit, now).spend();
        } else {
            RollingBucket.of(limit, open(limit, now)).spend();
        }
        return new Quota(inFlight + 1, over, unanswered, bucket).settled(limit, now);
    }

    /** A call has ended: the use was over by now. */
    public Quota over(QuotaLimit limit, Instant now) {
        return new Quota(inFlight - 1, with(over, now), unanswered, greedy).settled(limit, now);
    }

    /** No byte of the call can have reached the service: its token comes back at once. */
    public Quota giveBack(QuotaLimit limit, Instant now) {
        return new Quota(inFlight - 1, over, unanswered, givenBack(limit, now));
    }

    /** Nobody knows whether the service took the call, or will: it may until {@code deadline} and the straggler time. */
    public Quota unknown(String callId, Instant deadline) {
        Map<String, Instant> more = new HashMap<>(unanswered);
        more.put(callId, deadline);
        return new Quota(inFlight - 1, over, Map.copyOf(more), greedy);
    }

    /** A call of unknown outcome was answered after all. */
    public Quota resolved(String callId, QuotaLimit limit, Instant now) {
        Instant deadline = unanswered.get(callId);
        if (deadline == null) {
            return this;
        }
        Instant atLatest = deadline.plus(limit.straggler());
        return new Quota(
                inFlight, with(over, now.isBefore(atLatest) ? now : atLatest), without(unanswered, callId), greedy);
    }

    /** A call of unknown outcome proved never to have been sent. */
    public Quota freed(String callId, QuotaLimit limit, Instant now) {
        return unanswered.containsKey(callId)
                ? new Quota(inFlight, over, without(unanswered, callId), givenBack(limit, now))
                : this;
    }

    /**
     * When the {@code n}-th token from now is there, if every use in flight were over now.
     *
     * @param n 1 is the next
     */
    public Instant tokenAt(int n, QuotaLimit limit, Instant now) {
        if (limit.refill() == Refill.GREEDY) {
            return greedy(limit, now).tokenAt(n, now);
        }
        List<Instant> coming = returns(limit, now);
        coming.addAll(Collections.nCopies(inFlight, now.plus(limit.cycle())));
        coming.sort(null);
        // With the capacity lowered, the first to come back are not there to be spent.
        int free = Math.max(0, limit.capacity() - coming.size());
        int gone = Math.max(0, coming.size() - limit.capacity());
        // Each token is spent as soon as it is there, and is back a period later: the pattern repeats.
        int index = (n - 1) % limit.capacity();
        int periods = (n - 1) / limit.capacity();
        Instant first = index < free ? now : coming.get(gone + index - free);
        return first.plus(limit.cycle().multipliedBy(periods));
    }

    /** When the next token comes back by itself; null where none is on its way, or an outcome must come first. */
    @Nullable
    public Instant nextReturn(QuotaLimit limit, Instant now) {
        if (limit.refill() == Refill.GREEDY) {
            return greedy(limit, now).tokenAt(1, now);
        }
        List<Instant> coming = returns(limit, now);
        // With the capacity lowered, several tokens must come back before one is free.
        int index = inFlight + coming.size() - limit.capacity();
        return index >= 0 && index < coming.size() ? coming.get(index) : null;
    }

    /** When nothing of the past counts any more; null while an outcome must come first. */
    @Nullable
    public Instant unusedAt(QuotaLimit limit, Instant now) {
        if (inFlight > 0) {
            return null;
        }
        List<Instant> coming = returns(limit, now);
        return coming.isEmpty() ? now : coming.getLast();
    }

    /** Uses that still count. */
    private long open(QuotaLimit limit, Instant now) {
        Instant counts = now.minus(limit.cycle());
        long open = inFlight;
        for (int i = over.size() - 1; i >= 0 && over.get(i).isAfter(counts); i--) {
            open++;
        }
        for (Instant deadline : unanswered.values()) {
            open += deadline.plus(limit.straggler()).isAfter(counts) ? 1 : 0;
        }
        return open;
    }

    /** When the uses that ended and still count come back, ascending; the list is the caller's own. */
    private List<Instant> returns(QuotaLimit limit, Instant now) {
        List<Instant> returns = new ArrayList<>();
        over.forEach(at -> returns.add(at.plus(limit.cycle())));
        unanswered
                .values()
                .forEach(
                        deadline -> returns.add(deadline.plus(limit.straggler()).plus(limit.cycle())));
        returns.removeIf(at -> !at.isAfter(now));
        returns.sort(null);
        return returns;
    }

    /** Without what no setting could make count again: more than the capacity of uses that have come back. */
    private Quota settled(QuotaLimit limit, Instant now) {
        Instant counts = now.minus(limit.cycle());
        List<Instant> kept = over;
        Map<String, Instant> left = unanswered;
        for (var call : unanswered.entrySet()) {
            Instant at = call.getValue().plus(limit.straggler());
            if (!at.isAfter(counts)) {
                kept = with(kept, at);
                left = without(left, call.getKey());
            }
        }
        int first = 0;
        while (kept.size() - first > limit.capacity() && !kept.get(first).isAfter(counts)) {
            first++;
        }
        return new Quota(inFlight, first == 0 ? kept : List.copyOf(kept.subList(first, kept.size())), left, greedy);
    }

    private GreedyBucket greedy(QuotaLimit limit, Instant now) {
        return greedy != null ? greedy.at(limit, now) : GreedyBucket.of(limit, open(limit, now), now);
    }

    private @Nullable GreedyBucket givenBack(QuotaLimit limit, Instant now) {
        return limit.refill() == Refill.GREEDY ? greedy(limit, now).giveBack() : null;
    }

    private static List<Instant> with(List<Instant> ascending, Instant one) {
        List<Instant> more = new ArrayList<>(ascending);
        int at = more.size();
        while (at > 0 && more.get(at - 1).isAfter(one)) {
            at--;
        }
        more.add(at, one);
        return more;
    }

    private static Map<String, Instant> without(Map<String, Instant> unanswered, String callId) {
        Map<String, Instant> left = new HashMap<>(unanswered);
        left.remove(callId);
        return Map.copyOf(left);
    }
}
