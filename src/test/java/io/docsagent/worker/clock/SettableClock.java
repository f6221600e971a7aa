package io.docsagent.worker.clock;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is moved. */
public final class SettableClock implements InstantSource {

    public static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    private volatile Instant now;

    public SettableClock(Instant now) {
        this.now = now;
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
