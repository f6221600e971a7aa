package io.docsagent.worker.faults;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A broker that dies and comes back. */
@ExtendWith(SharedArena.class)
class BrokerFaultsIT {

    @Test
    void killedAndStartedAgain(Arena arena) {
        arena.run("kill -9 of the only broker", scenario -> unavailable(arena, scenario, Duration.ZERO));
    }

    @Test
    void awayForLong(Arena arena) {
        arena.run("no broker for 30 s", scenario -> unavailable(arena, scenario, Duration.ofSeconds(30)));
    }

    private static void unavailable(Arena arena, Scenario scenario, Duration time) {
        KafkaNode broker = arena.kafka().nodes().getFirst();
        scenario.traffic().quietly();
        scenario.traffic().backlog(6, 30);
        scenario.lasts(Duration.ofMillis(scenario.random().nextInt(2_000)));
        scenario.strike("kill -9 broker and start it again after " + time, () -> {
            broker.process().kill();
            scenario.lasts(time);
            broker.start();
            arena.kafka().awaitAll();
        });
        scenario.lasts(Duration.ofSeconds(3));
    }

    @Test
    void oneOfThree() {
        try (Arena three = new Arena("three-brokers", 3, 2)) {
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
