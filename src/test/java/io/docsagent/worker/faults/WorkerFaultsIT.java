package io.docsagent.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.guarantee.History;
import io.docsagent.worker.guarantee.WithinQuota;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What may happen to workers, their broker and their service under load, one at a time. */
@ExtendWith(SharedCluster.class)
@DisabledIf("io.docsagent.worker.faults.Options#isLong")
class WorkerFaultsIT {

    @Test
    void nothing(Cluster cluster) {
        cluster.run("none", scenario -> {
            scenario.traffic().quietly();
            scenario.traffic().backlog(4, 30);
            scenario.traffic().transactions(5);
            scenario.lasts(Duration.ofSeconds(5));
            scenario.settle();
            History history = cluster.history(scenario, Cluster.BUDGET - 1);
            assertThat(List.of(
                            history.arrivals(),
                            history.calls(),
                            history.records(),
                            history.operations().keySet()))
                    .as("what is known of the log: otherwise nothing would be checked")
                    .allSatisfy(known -> assertThat(known).isNotEmpty());
            assertThat(new WithinQuota(true).broken(history))
                    .as("periods in which the budget was reached: otherwise nothing would be checked")
                    .isNotEmpty();
        });
    }

    /** The others are for the long form: the short one has six minutes. */
    @ParameterizedTest
    @EnumSource(
            names = {
                "WORKER_KILLED",
                "WORKER_FROZEN",
                "WORKERS_ACCUSED",
                "WORKERS_RESTARTED",
                "BROKER_RESTARTED",
                "BROKER_SLOW"
            })
    void one(InjectedFault fault, Cluster cluster) {
        cluster.run(fault.title(), scenario -> {
            scenario.traffic().quietly();
            scenario.traffic().backlog(6, 24);
            fault.inject(cluster, scenario);
            scenario.lasts(Duration.ofSeconds(1));
        });
    }
}
