package io.docsagent.worker.faults;

import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Workers that are killed, frozen and stopped under load. */
class WorkerFaultsIT {

    private static final Duration PAST_THE_SESSION = Duration.ofSeconds(20);

    @SuppressWarnings("NullAway.Init") // JUnit calls start before anything else.
    private static Arena arena;

    @BeforeAll
    static void start() {
        arena = new Arena("workers", 1, 2);
    }

    @AfterAll
    static void stop() {
        arena.close();
    }

    @Test
    void nothingGoesWrong() {
        arena.run("none", scenario -> {
            scenario.traffic().quietly();
            scenario.traffic().backlog(4, 30);
            scenario.traffic().transactions(5);
            scenario.lasts(Duration.ofSeconds(5));
        });
    }

    @Test
    void killedAtRandom() {
        arena.run("kill -9 of a worker at random", scenario -> {
            scenario.traffic().quietly();
            scenario.traffic().backlog(6, 40);
            WorkerProcess victim = arena.anyWorker(scenario.random());
            scenario.lasts(Duration.ofMillis(scenario.random().nextInt(1_000)));
            scenario.strike("kill -9 " + victim.name(), () -> victim.process().kill());
            scenario.traffic().transactions(5);
            scenario.lasts(Duration.ofSeconds(2));
            scenario.act("start " + victim.name(), victim::startAndAwait);
        });
    }

    @Test
    void frozenPastItsSession() {
        arena.run("SIGSTOP of a worker for 20 s", scenario -> {
            scenario.traffic().quietly();
            scenario.traffic().backlog(6, 40);
            WorkerProcess victim = arena.anyWorker(scenario.random());
            scenario.lasts(Duration.ofMillis(scenario.random().nextInt(1_000)));
            scenario.strike("SIGSTOP " + victim.name(), () -> {
                victim.process().freeze();
                scenario.lasts(PAST_THE_SESSION);
                victim.process().thaw();
            });
        });
    }

    @Test
    void terminatedUnderLoad() {
        arena.run("SIGTERM of a worker under load", scenario -> {
            scenario.traffic().quietly();
            scenario.traffic().backlog(6, 40);
            WorkerProcess victim = arena.anyWorker(scenario.random());
            scenario.lasts(Duration.ofMillis(scenario.random().nextInt(1_000)));
            scenario.act("SIGTERM " + victim.name(), () -> victim.process().close());
            scenario.act("start " + victim.name(), victim::startAndAwait);
        });
    }
}
