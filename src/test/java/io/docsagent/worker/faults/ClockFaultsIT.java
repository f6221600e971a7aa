package io.docsagent.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.WorkerProcess;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

/** Workers whose clocks are off. */
@ExtendWith(SharedCluster.class)
@DisabledIf("io.docsagent.worker.faults.Options#isLong")
class ClockFaultsIT {

    @Test
    void four_seconds(Cluster cluster) {
        Duration off = Duration.ofSeconds(Options.seed() % 2 == 0 ? 4 : -4);
        cluster.run("a worker's clock is off by " + off.toSeconds() + " s", scenario -> {
            WorkerProcess worker = cluster.worker(1);
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

    /** Nobody may trust its deadlines, so it sends nothing, and keeps nobody else from sending. */
    @Test
    void a_minute_ahead(Cluster cluster) {
        cluster.run("a worker's clock is off by 60 s", scenario -> {
            WorkerProcess right = cluster.worker(0);
            WorkerProcess wrong = cluster.worker(1);
            try {
                scenario.act("leave only one, with that clock", () -> {
                    right.process().close();
                    wrong.process().close();
                    wrong.withClockOff(Duration.ofMinutes(1));
                    wrong.start();
                });
                scenario.await("it measures its clock", () -> wrong.readiness().contains("\"skew\":\"PT"));
                scenario.traffic().backlog(6, 5);
                scenario.lasts(Duration.ofSeconds(5));
                assertThat(wrong.isReady()).as("ready").isFalse();
                assertThat(scenario.posts()).as("sent by it").isEmpty();
            } finally {
                scenario.act("start the other one beside it", right::startAndAwait);
                scenario.settle();
                restore(wrong);
            }
        });
    }

    private static void restore(WorkerProcess worker) {
        worker.process().close();
        worker.withTrueClock();
        worker.startAndAwait();
    }
}
