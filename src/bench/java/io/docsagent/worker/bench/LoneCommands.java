package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Commands of many quiet projects, published one by one whether or not the one before has arrived. */
final class LoneCommands {

    /** What has not arrived by then counts as never. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** @param toPost milliseconds from publishing to the POST */
    record Delays(Figures toPost, Figures toEvent) {
        String share() {
            return "%.1f %%".formatted(100 * (1 - toPost.shareAtMost(Double.MAX_VALUE)));
        }
    }

    /**
     * When each command was published, sent and first reported; what never was is not in the map.
     *
     * @param published in that order
     */
    record Observed(Map<String, Instant> published, Map<String, Instant> posted, Map<String, Instant> reported) {

        Delays delays() {
            return delays(Instant.MIN, Instant.MAX);
        }

        Instant publishedAt(int number) {
            return List.copyOf(published.values()).get(number);
        }

        /** Of what was published from then on and before that. */
        Delays delays(Instant from, Instant before) {
            Delays delays = new Delays(new Figures(), new Figures());
            published.forEach((commandId, at) -> {
                if (!at.isBefore(from) && at.isBefore(before)) {
                    add(delays.toPost(), at, posted.get(commandId));
                    add(delays.toEvent(), at, reported.get(commandId));
                }
            });
            return delays;
        }
    }

    private final Setting setting;
    private final Sizes sizes;
    private final Duration patience;
    private final SplittableRandom random = new SplittableRandom(1);

    LoneCommands(Setting setting, Sizes sizes) {
        this(setting, sizes, PATIENCE);
    }

    LoneCommands(Setting setting, Sizes sizes, Duration patience) {
        this.setting = setting;
        this.sizes = sizes;
        this.patience = patience;
    }

    /** @param round begins the command ids */
    Delays publish(String round) {
        return publish(round, sizes.samples(), () -> {});
    }

    /**
     * @param round begins the command ids
     * @param before what is done right before the first one, when publisher and subscriber are connected
     */
    Delays publish(String round, int count, Runnable before) {
        return observe(round, count, Map.of(), number -> {
                    if (number == 0) {
                        before.run();
                    }
                })
                .delays();
    }

    /**
     * @param round begins the command ids
     * @param producer settings of the publisher
     * @param before what is done right before each one, by its number, when publisher and subscriber are connected
     */
    Observed observe(String round, int count, Map<String, ?> producer, IntConsumer before) {
        try (Commands commands = new Commands(setting.brokers(), setting.requests(), 0, producer);
                FirstEvents events = new FirstEvents(setting.brokers(), setting.jobStatus())) {
            Posts posts = Posts.fromNowOn(setting.sandbox());
            Map<String, Instant> published = publish(round, count, commands, before);
            Instant end = Instant.now().plus(patience);
            Waiting.untilTrue(
                    "lone commands",
                    () -> Instant.now().isAfter(end) || events.read().keySet().containsAll(published.keySet()));
            return new Observed(published, firstArrivals(posts, round), events.read());
        }
    }

    private Map<String, Instant> publish(String round, int count, Commands commands, IntConsumer before) {
        Map<String, Instant> published = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            // Out of step with whatever ticks in the contender.
            Waiting.pause(Duration.ofMillis(random.nextInt(20, 60)));
            before.accept(i);
            String commandId = round + "-c" + i;
            published.put(commandId, Instant.now());
            commands.create("quiet-" + i % sizes.quietProjects(), commandId);
        }
        return published;
    }

    private static Map<String, Instant> firstArrivals(Posts posts, String round) {
        Map<String, Instant> arrivals = new HashMap<>();
        posts.byCommand(round)
                .forEach((commandId, sent) ->
                        arrivals.put(commandId, sent.getFirst().arrivedAt()));
        return arrivals;
    }

    private static void add(Figures figures, Instant from, @Nullable Instant to) {
        if (to == null) {
            figures.add(Double.POSITIVE_INFINITY);
        } else {
            figures.add(from, to);
        }
    }
}
