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

    /** The median of commands a second, from the first one published to the last one's POST. */
    double perSecond(String name, int count) {
        Figures perSecond = new Figures();
        Posts posts = new Posts(setting.sandbox());
        try (Commands commands = new Commands(setting.brokers(), setting.requests(), 5)) {
            for (int i = 0; i < sizes.warmUps() + sizes.rounds(); i++) {
                String round = name + i;
                Instant begun = Instant.now();
                commands.create(round, count, sizes.projects());
                Instant last = posts.awaitLast(round, count);
                if (i >= sizes.warmUps()) {
                    perSecond.add(count * 1000.0 / Duration.between(begun, last).toMillis());
                }
            }
        }
        return perSecond.median();
    }
}
