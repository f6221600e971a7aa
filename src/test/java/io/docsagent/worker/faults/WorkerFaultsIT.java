package io.docsagent.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What may happen to workers, their broker and their service under load, one at a time. */
@ExtendWith(SharedArena.class)
@DisabledIf("io.docsagent.worker.faults.Options#isLong")
class WorkerFaultsIT {

    @Test
    void nothing(Arena arena) {
        arena.run("none", scenario -> {
            scenario.traffic().quietly();
            scenario.traffic().backlog(4, 30);
            scenario.traffic().transactions(5);
            scenario.lasts(Duration.ofSeconds(5));
            scenario.settle();
            WithinBudget less = new WithinBudget(Arena.BUDGET.publisher(), Arena.BUDGET.maxUses() - 1, Arena.PERIOD);
            assertThat(less.broken(scenario.evidence()))
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
    void one(Mishap mishap, Arena arena) {
        arena.run(mishap.title(), scenario -> {
            scenario.traffic().quietly();
            scenario.traffic().backlog(6, 24);
            mishap.befall(arena, scenario);
            scenario.lasts(Duration.ofSeconds(1));
        });
    }
}
