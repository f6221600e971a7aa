package io.docsagent.worker.clock;

import java.time.InstantSource;

/** Clocks of the log that go as another clock goes. */
public final class LogClocks {

    private LogClocks() {}

    /** Nothing has been appended yet; {@code time} is its monotonic time. */
    public static LogClock unread(InstantSource time) {
        return new LogClock(() -> LogClock.nanos(time.instant()));
    }

    /** The one broker's clock is {@code time}. */
    public static LogClock of(InstantSource time) {
        LogClock clock = unread(time);
        clock.read(0, time.instant());
        return clock;
    }
}
