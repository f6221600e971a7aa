package io.docsagent.worker.ops.health;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** When something happened last, by a monotonic clock. */
public final class LastTime {

    private final LongSupplier nanoTime;
    private volatile @Nullable Long at;

    public LastTime(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    public void isNow() {
        at = nanoTime.getAsLong();
    }

    /** How long ago that was; null where it has not happened. */
    @Nullable
    public Duration ago() {
        Long last = at;
        return last == null ? null : Duration.ofNanos(nanoTime.getAsLong() - last);
    }
}
