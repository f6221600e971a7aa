package io.docsagent.worker.ops;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** When something happened last, by a monotonic clock. */
final class LastTime {

    private final LongSupplier nanoTime;
    private volatile @Nullable Long at;

    LastTime(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    void isNow() {
        at = nanoTime.getAsLong();
    }

    /** How long ago that was; null where it has not happened. */
    @Nullable
    Duration ago() {
        Long last = at;
        return last == null ? null : Duration.ofNanos(nanoTime.getAsLong() - last);
    }
}
