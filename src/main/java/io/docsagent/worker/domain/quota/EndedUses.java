package io.docsagent.worker.domain.quota;

import io.docsagent.worker.domain.policy.Policy.QuotaLimit;
import java.util.stream.Stream;

/** When uses of one limit were over. */
final class EndedUses {

    private final Times known;

    /** When those of calls of unknown outcome will be over at the latest; few, in no order. */
    private final long[] stragglers;

    private EndedUses(Times known, long[] stragglers) {
        this.known = known;
        this.stragglers = stragglers;
    }

    static EndedUses of(Times known, Stream<Use> unanswered, QuotaLimit limit) {
        return new EndedUses(
                known,
                unanswered
                        .mapToLong(use -> use.at().plus(limit.straggler()).toEpochMilli())
                        .toArray());
    }

    /** Those that were over, or will be, later than that. */
    int after(long time) {
        int after = known.after(time);
        for (long straggler : stragglers) {
            after += straggler > time ? 1 : 0;
        }
        return after;
    }

    /** When the last of them was over, or will be; the smallest number where there are none. */
    long last() {
        long last = known.size() == 0 ? Long.MIN_VALUE : known.get(known.size() - 1);
        for (long straggler : stragglers) {
            last = Math.max(last, straggler);
        }
        return last;
    }
}
