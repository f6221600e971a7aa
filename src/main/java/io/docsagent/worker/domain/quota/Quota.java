package io.docsagent.worker.domain.quota;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.domain.policy.Policy.QuotaLimit;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A project's uses that still count, from which its bucket is built.
 *
 * <p>A use counts from its decision until its token comes back: one period and a margin after it was over. So of any
 * {@code capacity + 1} uses the first was over a full period before the last was decided, and the service cannot have
 * counted both in one rolling period.
 *
 * <p>When uses were over is stored, not when they come back: a period that is made longer covers them as well. So the
 * latest {@code capacity} of them are kept even when they have come back. Where a longer period covers others as well, of
 * which a larger capacity would need the number, all are spent until none of those counts.
 *
 * <p>Stored: its components are part of the {@link io.docsagent.worker.wire.Format}.
 *
 * @param inFlight calls without an outcome
 * @param over ended uses
 * @param unanswered the uses of calls of unknown outcome, with their deadlines, by callId; such a use is over the
 *     straggler time later, because the service may read a request minutes after the client gave it up
 * @param droppedUpTo when the last of the uses that are not kept was over; null for none
 */
public record Quota(
        int inFlight,
        Uses over,
        Map<String, Use> unanswered,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant droppedUpTo) {

    public static final Quota UNUSED = new Quota(0, Uses.NONE, Map.of());

    /** Of which all uses are kept. */
    public Quota(int inFlight, Uses over, Map<String, Use> unanswered) {
        this(inFlight, over, unanswered, null);
    }

    /**
     * With all uses spent until the limit's instant, and until those that are not kept count no more, where that is ahead:
     * the state may know too few of them. Calls in flight do not count among them, since one that was not sent gives its
     * use back.
     */
    public Quota spentUntil(QuotaLimit limit, Instant now) {
        Instant dropped = droppedUpTo == null ? null : droppedUpTo.plus(limit.cycle());
        return allSpentUntil(limit.spentUntil(), limit, now).allSpentUntil(dropped, limit, now);
    }

    /** With all uses spent until then; as it is where that has passed, and for null. */
    public Quota allSpentUntil(@Nullable Instant until, QuotaLimit limit, Instant now) {
        if (until == null || !until.isAfter(now)) {
            return this;
        }
        Use last = new Use(until.minus(limit.cycle()), Publisher.DEFAULT);
        Uses known = over.latest(0, last.at().minusMillis(1));
        return with(inFlight, known.with(limit.capacity() - known.size(), last), unanswered);
    }

    /** With as many calls in flight. */
    public Quota withInFlight(int calls) {
        return with(calls, over, unanswered);
    }

    /** Tokens that may be spent now. */
    public long available(QuotaLimit limit, Instant now) {
        return RollingBucket.of(limit, tokens(limit, now).counting()).available();
    }

    /** Takes a token for a call that is about to be made. */
    public Quota spend(QuotaLimit limit, Instant now) {
        RollingBucket.of(limit, tokens(limit, now).counting()).spend();
        return with(inFlight + 1, over, unanswered).settled(limit, now);
    }

    /** A call has ended: the use was over by now. */
    public Quota over(String by, QuotaLimit limit, Instant now) {
        return with(inFlight - 1, over.with(new Use(now, by)), unanswered).settled(limit, now);
    }

    /** No byte of the call can have reached the service: its token comes back at once. */
    public Quota giveBack() {
        return with(inFlight - 1, over, unanswered);
    }

    /** Nobody knows whether the service took the call, or will: it may until {@code deadline} and the straggler time. */
    public Quota unknown(String callId, String by, Instant deadline) {
        Map<String, Use> more = new HashMap<>(unanswered);
        more.put(callId, new Use(deadline, by));
        return with(inFlight - 1, over, Map.copyOf(more));
    }

    /** A call of unknown outcome was answered after all. */
    public Quota resolved(String callId, QuotaLimit limit, Instant now) {
        Use use = unanswered.get(callId);
        if (use == null) {
            return this;
        }
        Instant atLatest = use.at().plus(limit.straggler());
        Use ended = use.at(now.isBefore(atLatest) ? now : atLatest);
        return with(inFlight, over.with(ended), without(unanswered, callId));
    }

    /** A call of unknown outcome proved never to have been sent. */
    public Quota freed(String callId) {
        return unanswered.containsKey(callId) ? with(inFlight, over, without(unanswered, callId)) : this;
    }

    /**
     * When the {@code n}-th token from now is there, if every use in flight were over now.
     *
     * @param n 1 is the next
     */
    public Instant tokenAt(int n, QuotaLimit limit, Instant now) {
        return tokens(limit, now).at(n);
    }

    /**
     * When the {@code n}-th token from a later time on is there, if none is spent until then and every use in flight were
     * over now.
     */
    public Instant tokenAt(int n, QuotaLimit limit, Instant now, Instant from) {
        return from.isAfter(now)
                ? with(0, over.with(inFlight, new Use(now, Publisher.DEFAULT)), unanswered)
                        .tokenAt(n, limit, from)
                : tokenAt(n, limit, now);
    }

    /**
     * When the uses that have ended come back by themselves, those of one part of a period and its margin together; later
     * ones are the last entry.
     */
    public List<Return> returns(int parts, QuotaLimit limit, Instant now) {
        return tokens(limit, now).returns(parts);
    }

    /** When nothing of the past counts any more; null while an outcome must come first. */
    @Nullable
    public Instant unusedAt(QuotaLimit limit, Instant now) {
        return inFlight > 0 ? null : tokens(limit, now).allBack();
    }

    /** All tokens, whoever may spend them. */
    public Tokens tokens(QuotaLimit limit, Instant now) {
        EndedUses ended = EndedUses.of(over.all(), unanswered.values().stream(), limit);
        return new Tokens(limit.capacity(), inFlight, ended, limit, now);
    }

    /** Uses of a publisher that have ended and still count. */
    public int ended(String publisher, QuotaLimit limit, Instant now) {
        return tokensOf(publisher, 0, 0, limit, now).counting();
    }

    /** Those that a publisher's budget allows it. */
    public Tokens tokensOf(String publisher, int maxUses, int callsInFlight, QuotaLimit limit, Instant now) {
        Stream<Use> own = unanswered.values().stream().filter(use -> use.by().equals(publisher));
        return new Tokens(maxUses, callsInFlight, EndedUses.of(over.of(publisher), own, limit), limit, now);
    }

    /** Without more than the capacity of uses that have come back, which no longer period alone could make count again. */
    private Quota settled(QuotaLimit limit, Instant now) {
        Instant counts = now.minus(limit.cycle());
        Uses settled = over;
        Map<String, Use> left = unanswered;
        for (var call : unanswered.entrySet()) {
            Instant at = call.getValue().at().plus(limit.straggler());
            if (!at.isAfter(counts)) {
                settled = settled.with(call.getValue().at(at));
                left = without(left, call.getKey());
            }
        }
        Uses kept = settled.latest(limit.capacity(), counts);
        int dropped = settled.size() - kept.size();
        Instant upTo =
                dropped == 0 ? droppedUpTo : Instant.ofEpochMilli(settled.all().get(dropped - 1));
        return new Quota(inFlight, kept, left, upTo);
    }

    private Quota with(int calls, Uses ended, Map<String, Use> unknown) {
        return new Quota(calls, ended, unknown, droppedUpTo);
    }

    private static Map<String, Use> without(Map<String, Use> unanswered, String callId) {
        Map<String, Use> left = new HashMap<>(unanswered);
        left.remove(callId);
        return Map.copyOf(left);
    }
}
