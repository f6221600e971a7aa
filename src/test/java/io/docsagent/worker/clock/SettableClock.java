package io.docsagent.worker.clock;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is moved. */
public final class SettableClock implements InstantSource {

    private volatile Instant now;

    public SettableClock(Instant now) {
        this.now = now;
    }

    public static SettableClock at(String instant) {
        return new SettableClock(Instant.parse(instant));
    }

    @Override
    public Instant instant() {
        return now;
    }

    public void set(Instant instant) {
        now = instant;
    }

    public void advance(Duration duration) {
        now = now.plus(duration);
    }
}
