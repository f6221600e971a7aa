package io.docsagent.worker.faults;

import io.docsagent.worker.harness.KafkaNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Three brokers, of which one is lost; they are not shared with other tests, and run beside them. */
@Execution(ExecutionMode.CONCURRENT)
@DisabledIf("io.docsagent.worker.faults.Options#isLong")
class BrokerFaultsIT {

    @Test
    void one_of_three() {
        try (Cluster three = new Cluster("three-brokers", 3, 2)) {
            three.run("kill -9 of one of three brokers", scenario -> {
                KafkaNode broker = three.kafka().nodes().get(scenario.random().nextInt(3));
                scenario.traffic().quietly();
                scenario.traffic().backlog(6, 30);
                scenario.lasts(Duration.ofMillis(scenario.random().nextInt(2_000)));
                scenario.act(
                        "kill -9 of " + broker.address(), () -> broker.process().kill());
                scenario.lasts(Duration.ofSeconds(15));
                scenario.act("start " + broker.address(), () -> {
                    broker.start();
                    three.kafka().awaitAll();
                });
            });
        }
    }
}
