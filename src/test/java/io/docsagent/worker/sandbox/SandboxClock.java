package io.docsagent.worker.sandbox;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that tests set. */
public final class SandboxClock implements InstantSource {

    public static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    private volatile Instant now = NOON;

    @Override
    public Instant instant() {
        return now;
    }

    public void set(Instant then) {
        now = then;
    }

    public void advance(Duration by) {
        now = now.plus(by);
    }
}
