package io.docsagent.worker.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How far this instance's clock is from the broker's, as far as its own records show. */
public final class ClockSkew {

    private final Duration most;
    private final AtomicReference<@Nullable Duration> latest = new AtomicReference<>();

    public ClockSkew(Duration most) {
        this.most = most;
    }

    /** The broker appended between sending and acknowledgement: outside of that its clock and ours differ. */
    void measured(Instant sent, Instant appended, Instant acknowledged) {
        // Append times are cut to milliseconds.
        if (appended.isBefore(sent.minusMillis(1))) {
            latest.set(Duration.between(appended, sent));
        } else if (appended.isAfter(acknowledged)) {
            latest.set(Duration.between(acknowledged, appended));
        } else {
            latest.set(Duration.ZERO);
        }
    }

    /** At least this far apart; null where nothing has been measured yet. */
    public @Nullable Duration latest() {
        return latest.get();
    }

    /** Whether the clock is known to be near enough for deadlines to hold. */
    public boolean isTolerable() {
        Duration measured = latest.get();
        return measured != null && measured.compareTo(most) <= 0;
    }
}
