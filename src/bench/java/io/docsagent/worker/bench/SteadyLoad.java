package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Waiting;
import java.time.Duration;

/** Publishes commands of ever new projects at a steady rate, until it is closed. */
final class SteadyLoad implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(5);

    /** None may come to the end of its uses. */
    private static final int COMMANDS_OF_EACH = 20;

    /** Projects that take turns. */
    private static final int AT_A_TIME = 100;

    private final Setting setting;
    private final String round;
    private final double perSecond;
    private final Thread publisher;
    private volatile boolean closed;

    /** @param round begins the names of projects and commands */
    SteadyLoad(Setting setting, String round, double perSecond) {
        this.setting = setting;
        this.round = round;
        this.perSecond = perSecond;
        this.publisher = Thread.ofPlatform().name(round).start(this::publish);
    }

    private void publish() {
        try (Commands commands = new Commands(setting.brokers(), setting.requests(), 0)) {
            long begun = System.nanoTime();
            for (long published = 0; !closed; Waiting.pause(TICK)) {
                long due = Math.round((System.nanoTime() - begun) * perSecond / 1e9);
                for (; published < due; published++) {
                    commands.create(round + "-p" + project(published), round + "-c" + published);
                }
            }
        }
    }

    private static long project(long command) {
        return command / (AT_A_TIME * COMMANDS_OF_EACH) * AT_A_TIME + command % AT_A_TIME;
    }

    /** Lets so much time pass under the load. */
    void lasts(Duration time) {
        Waiting.pause(time);
        if (!publisher.isAlive()) {
            throw new IllegalStateException("Nothing is published any more");
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            publisher.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
