package io.docsagent.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Workers whose clocks are off. */
@ExtendWith(SharedArena.class)
class ClockFaultsIT {

    @Test
    void fourSecondsAhead(Arena arena) {
        offBy(arena, Duration.ofSeconds(4));
    }

    @Test
    void fourSecondsBehind(Arena arena) {
        offBy(arena, Duration.ofSeconds(-4));
    }

    private static void offBy(Arena arena, Duration off) {
        arena.run("a worker's clock is off by " + off.toSeconds() + " s", scenario -> {
            WorkerProcess worker = arena.worker(1);
            scenario.act("restart with that clock", () -> {
                worker.process().close();
                worker.withClockOff(off);
                worker.startAndAwait();
            });
            scenario.traffic().quietly();
            scenario.traffic().backlog(6, 30);
            scenario.lasts(Duration.ofSeconds(5));
            scenario.settle();
            restore(worker);
        });
    }

    /** Nobody may trust its deadlines, so it sends nothing; what it would send waits for somebody else. */
    @Test
    void aMinuteAhead(Arena arena) {
        arena.run("the only worker's clock is off by 60 s", scenario -> {
            WorkerProcess right = arena.worker(0);
            WorkerProcess wrong = arena.worker(1);
            scenario.act("leave only one, with that clock", () -> {
                right.process().close();
                wrong.process().close();
                wrong.withClockOff(Duration.ofMinutes(1));
                wrong.start();
            });
            scenario.await(
                    "it says that its clock is off", () -> wrong.readiness().contains("\"skew\":\"PT"));
            scenario.traffic().backlog(3, 5);
            scenario.lasts(Duration.ofSeconds(5));
            assertThat(wrong.isReady()).isFalse();
            assertThat(scenario.posts()).isEmpty();
            scenario.act("start the other one beside it", right::startAndAwait);
            scenario.settle();
            restore(wrong);
        });
    }

    private static void restore(WorkerProcess worker) {
        worker.process().close();
        worker.withTrueClock();
        worker.startAndAwait();
    }
}
