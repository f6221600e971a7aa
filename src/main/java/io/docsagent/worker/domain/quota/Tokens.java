package io.docsagent.worker.domain.quota;

import io.docsagent.worker.domain.policy.Policy.QuotaLimit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of one limit: whether there are any, and when the next ones are there. A use that is over comes back a cycle
 * later; no question walks through all of them.
 */
public final class Tokens {

    private final int capacity;

    /** Uses without an end. */
    private final int inFlight;

    private final EndedUses ended;

    /** How many of those that ended still count. */
    private final int counting;

    /** Times and durations in milliseconds. */
    private final long cycle;

    private final long now;

    /** When each token has been there for the first time. */
    private final long lastReturn;

    Tokens(int capacity, int inFlight, EndedUses ended, QuotaLimit limit, Instant now) {
        this.capacity = capacity;
        this.inFlight = inFlight;
        this.ended = ended;
        // All times are whole milliseconds.
        this.cycle = limit.cycle().plusNanos(999_999).toMillis();
        this.now = now.toEpochMilli();
        this.counting = ended.after(this.now - cycle);
        long last = counting == 0 ? this.now : ended.last() + cycle;
        this.lastReturn = inFlight == 0 ? last : Math.max(last, this.now + cycle);
    }

    /** Uses that count. */
    int counting() {
        return inFlight + counting;
    }

    public boolean hasAny() {
        return counting() < capacity;
    }

    /**
     * When the {@code n}-th token from now is there, if every use in flight were over now.
     *
     * @param n 1 is the next
     */
    public Instant at(int n) {
        // Each token is spent as soon as it is there, and is back a cycle later: the pattern repeats.
        int known = until(lastReturn);
        int cycles = Math.max(0, Math.ceilDiv(n - known, capacity));
        long most = n - (long) cycles * capacity;
        return Instant.ofEpochMilli(first(now, lastReturn, time -> until(time) >= most) + cycles * cycle);
    }

    /** How many tokens there are until then, if each is spent as soon as it is there. */
    int until(Instant time) {
        return until(time.toEpochMilli());
    }

    private int until(long time) {
        // From the last return on, each cycle brings all of them.
        long whole = Math.max(0, Math.ceilDiv(time - lastReturn, cycle));
        long tokens = whole * capacity;
        for (long then = time - whole * cycle; then >= now; then -= cycle) {
            tokens += firstUntil(then);
        }
        return (int) Math.min(tokens, Integer.MAX_VALUE);
    }

    /** How many tokens there are for the first time until then. */
    private int firstUntil(long time) {
        int returned = backAt(time) + (time >= now + cycle ? inFlight : 0);
        // With the capacity lowered, the first to come back are not there to be spent.
        return Math.max(0, capacity - counting() + returned);
    }

    /**
     * When the uses that have ended come back, those of one part of a cycle together; later ones, of calls of unknown
     * outcome, are the last entry.
     */
    List<Return> returns(int parts) {
        List<Return> returns = new ArrayList<>();
        int back = 0;
        for (int part = 1; part <= parts + 1 && back < counting; part++) {
            long end = part > parts ? ended.last() + cycle : now + Math.ceilDiv(cycle * part, parts);
            int all = backAt(end);
            if (all > back) {
                long last = first(now, end, time -> backAt(time) >= all);
                returns.add(new Return(Instant.ofEpochMilli(last), all - back));
                back = all;
            }
        }
        return returns;
    }

    /** How many of the uses that have ended are back then. */
    private int backAt(long time) {
        return counting - ended.after(time - cycle);
    }

    /** When no use counts any more, if every use in flight were over now. */
    Instant allBack() {
        return Instant.ofEpochMilli(lastReturn);
    }

    /** When the next token comes back by itself; null where none is on its way, or an outcome must come first. */
    @Nullable
    Instant next() {
        // With the capacity lowered, several tokens must come back before one is free.
        int returns = counting() - capacity + 1;
        return returns < 1 || returns > counting
                ? null
                : Instant.ofEpochMilli(first(now, lastReturn, time -> backAt(time) >= returns));
    }

    /** The first time at which it is so; it is so at the end, and from the first time on. */
    private static long first(long from, long to, LongPredicate isSo) {
        long low = from;
        long high = to;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (isSo.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
