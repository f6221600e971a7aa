package io.docsagent.worker.simulation;

import io.docsagent.worker.message.LogClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** One machine: what is scheduled on it runs only while it lives and is not frozen, and its wall clock may be wrong. */
final class Host {

    /** Twice what the default settings allow between a wall clock and a leader. */
    private static final Duration TOLERABLE = Duration.ofSeconds(10);

    private final World world;
    private final String name;
    private final List<Runnable> missed = new ArrayList<>();
    private Duration wallAhead = Duration.ZERO;
    private Instant wallJumpedAt = World.START;
    private boolean frozen;
    private boolean dead;
    private int stepsLeft;
    private int stepsToFreeze;
    private Runnable whenFrozen = () -> {};
    private Runnable whenDead = () -> {};

    Host(World world, String name) {
        this.world = world;
        this.name = name;
    }

    /** Runs the task later, on this machine. */
    World.Event in(Duration delay, Runnable task) {
        return world.in(delay, () -> run(task));
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
        wallJumpedAt = world.now();
    }

    /** For how long its wall clock has been further from the true time than leaders may be; zero where it is not. */
    Duration wallClockIsOff() {
        return wallAhead.abs().compareTo(TOLERABLE) > 0 ? Duration.between(wallJumpedAt, world.now()) : Duration.ZERO;
    }

    /** The machine's own time of day. */
    InstantSource wallClock() {
        return () -> world.now().plus(wallAhead);
    }

    /** The machine's monotonic time, in nanoseconds. */
    long nanoTime() {
        return LogClock.nanos(world.now());
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
