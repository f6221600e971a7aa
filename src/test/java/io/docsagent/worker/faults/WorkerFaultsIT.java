package io.docsagent.worker.faults;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Workers that are killed, frozen and stopped under load. */
@ExtendWith(SharedArena.class)
class WorkerFaultsIT {

    private static final Duration PAST_THE_SESSION = Duration.ofSeconds(20);

    @Test
    void nothingGoesWrong(Arena arena) {
        arena.run("none", scenario -> {
            scenario.traffic().quietly();
            scenario.traffic().backlog(4, 30);
            scenario.traffic().transactions(5);
            scenario.lasts(Duration.ofSeconds(5));
        });
    }

    @Test
    void killedAtRandom(Arena arena) {
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
    void frozenPastItsSession(Arena arena) {
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
    void terminatedUnderLoad(Arena arena) {
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
