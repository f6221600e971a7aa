package io.docsagent.worker.sandbox.quota;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is left of a project's quota.
 *
 * @param nextAt when the next use returns; null if none is spent
 * @param allAt when all uses have returned; null if none is spent
 */
public record QuotaState(
        int left,
        int capacity,
        @Nullable Instant nextAt,
        @Nullable Instant allAt) {

    static QuotaState unspent(int capacity) {
        return new QuotaState(capacity, capacity, null, null);
    }

    /** To the second, as both times are shown. */
    public boolean returnsAtOnce() {
        return nextAt != null && allAt != null && nextAt.getEpochSecond() == allAt.getEpochSecond();
    }
}
