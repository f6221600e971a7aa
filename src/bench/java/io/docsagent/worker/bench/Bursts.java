package io.docsagent.worker.bench;

import java.time.Duration;
import java.time.Instant;

/** Commands that are published at once, one burst after the other. */
final class Bursts {

    private Bursts() {}

    /** Commands a second of each, from its first command to the event of its last one's job. */
    static Rates measure(Setting setting, Sizes sizes, int projects) {
        try (Commands commands = new Commands(setting.brokers(), setting.requests(), 5);
                FirstEvents active =
                        new FirstEvents(setting.brokers(), setting.jobStatus(), type -> type.equals("job.active"))) {
            return Rates.untilWarm(sizes.mostRounds(), number -> {
                String round = "burst" + projects + "x" + number;
                Instant begun = Instant.now();
                commands.create(round, sizes.burst(), projects);
                Instant last = active.awaitLast(round, sizes.burst());
                return sizes.burst() * 1e9 / Duration.between(begun, last).toNanos();
            });
        }
    }
}
