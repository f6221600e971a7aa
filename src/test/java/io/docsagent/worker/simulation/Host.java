package io.docsagent.worker.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** One machine: what is scheduled on it runs only while it lives and is not frozen, and its clocks may be wrong. */
final class Host {

    /** Twice what the default settings allow between a wall clock and a leader. */
    private static final Duration TOLERABLE = Duration.ofSeconds(10);

    /** By how much its monotonic clock may run too fast or too slow: what a synchronised clock is corrected by at most. */
    private static final double DRIFT = 500e-6;

    private final World world;
    private final String name;
    private final List<Runnable> missed = new ArrayList<>();
    private final double speed;
    private Duration wallAhead = Duration.ZERO;

    /** Seconds that the wall clock gains in a second. */
    private double wallGains;

    private Instant wallSetAt = World.START;
    private boolean frozen;
    private boolean dead;
    private int stepsLeft;
    private int stepsToFreeze;
    private int requestsLeft;
    private Runnable beforeRequest = () -> {};
    private int lookupsLeft;
    private Runnable afterLookup = () -> {};
    private Runnable whenFrozen = () -> {};
    private Runnable whenDead = () -> {};

    Host(World world, String name) {
        this.world = world;
        this.name = name;
        this.speed = 1 + DRIFT * (2 * world.random().nextDouble() - 1);
    }

    /** Runs the task later, on this machine. */
    World.Event in(Duration delay, Runnable task) {
        return world.in(Duration.ofNanos((long) Math.ceil(delay.toNanos() / speed)), () -> run(task));
    }

    private void run(Runnable task) {
        if (dead) {
            return;
        }
        if (frozen) {
            missed.add(task);
            return;
        }
        try {
            task.run();
        } catch (Killed killed) {
            kill();
            whenDead.run();
        }
    }

    /** Dies after so many more steps, in the middle of what it does then. */
    void dieAfter(int steps, Runnable onDeath) {
        stepsLeft = steps;
        whenDead = onDeath;
    }

    /** Freezes after so many more steps: what it does then is done, and what follows from it comes later. */
    void freezeAfter(int steps, Runnable onFreeze) {
        stepsToFreeze = steps;
        whenFrozen = onFreeze;
    }

    /** One of the places in which a machine may die, or freeze. */
    void step() {
        pausePoint();
        if (stepsLeft > 0 && --stepsLeft == 0) {
            throw new Killed();
        }
    }

    /** One of the places in which a machine may freeze. */
    void pausePoint() {
        if (stepsToFreeze > 0 && --stepsToFreeze == 0) {
            whenFrozen.run();
        }
    }

    /** Does this when so many more requests have begun or were about to leave. */
    void beforeRequests(int requests, Runnable task) {
        requestsLeft = requests;
        beforeRequest = task;
    }

    /** A request begins, or is about to leave. */
    void requestPoint() {
        pausePoint();
        if (requestsLeft > 0 && --requestsLeft == 0) {
            beforeRequest.run();
        }
    }

    /** Does this when so many more such GETs have been answered, before their answers arrive. */
    void afterLookups(int lookups, Runnable task) {
        lookupsLeft = lookups;
        afterLookup = task;
    }

    /** A GET has been answered that may have another answer soon. */
    void lookupPoint() {
        if (lookupsLeft > 0 && --lookupsLeft == 0) {
            afterLookup.run();
        }
    }

    void freeze() {
        frozen = true;
    }

    /** What was due meanwhile runs now, in its order. */
    void thaw() {
        frozen = false;
        List<Runnable> due = List.copyOf(missed);
        missed.clear();
        due.forEach(task -> in(Duration.ZERO, task));
    }

    void kill() {
        dead = true;
        missed.clear();
    }

    boolean isUp() {
        return !dead && !frozen;
    }

    boolean isDead() {
        return dead;
    }

    void wallClockJumps(Duration ahead) {
        wallAhead = ahead;
        wallGains = 0;
        wallSetAt = world.now();
    }

    /** It is right now, and from now on it gains so many seconds in a second, or loses them. */
    void wallClockDrifts(double gains) {
        wallClockJumps(Duration.ZERO);
        wallGains = gains;
    }

    /** For how long its wall clock has been further from the true time than leaders may be; zero where it is not. */
    Duration wallClockIsOff() {
        Duration since = Duration.between(wallSetAt, world.now());
        if (wallGains == 0) {
            return wallAhead.abs().compareTo(TOLERABLE) > 0 ? since : Duration.ZERO;
        }
        Duration tolerable = Duration.ofNanos((long) (TOLERABLE.toNanos() / Math.abs(wallGains)));
        return since.compareTo(tolerable) > 0 ? since.minus(tolerable) : Duration.ZERO;
    }

    /** The machine's own time of day. */
    InstantSource wallClock() {
        return () -> {
            double gained = Duration.between(wallSetAt, world.now()).toNanos() * wallGains;
            return world.now().plus(wallAhead).plusNanos((long) gained);
        };
    }

    /** The machine's monotonic time, in nanoseconds, which runs as fast as its timers do. */
    long nanoTime() {
        return (long) (Duration.between(World.START, world.now()).toNanos() * speed);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Ends the machine in the middle of what it does. */
    static final class Killed extends RuntimeException {
        Killed() {
            super(null, null, false, false);
        }
    }
}
