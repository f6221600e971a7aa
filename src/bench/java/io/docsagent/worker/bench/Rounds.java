package io.docsagent.worker.bench;

import java.time.Duration;
import java.time.Instant;

/** Commands of many projects, as many as go, round after round. */
final class Rounds {

    private final Setting setting;
    private final Sizes sizes;

    Rounds(Setting setting, Sizes sizes) {
        this.setting = setting;
        this.sizes = sizes;
    }

    /** Commands a second of each round, from the first one published to the last one's POST, until it is warm. */
    Rates perSecond(String name, int count) {
        try (Commands commands = new Commands(setting.brokers(), setting.requests(), 5)) {
            return Rates.untilWarm(sizes.mostRounds(), number -> {
                String round = name + number;
                Posts posts = Posts.fromNowOn(setting.sandbox());
                Instant begun = Instant.now();
                commands.create(round, count, sizes.projects());
                Instant last = posts.awaitLast(round, count);
                return count * 1e9 / Duration.between(begun, last).toNanos();
            });
        }
    }
}
