package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Waiting;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

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

    private final Setting setting;
    private final Sizes sizes;
    private final SplittableRandom random = new SplittableRandom(1);

    LoneCommands(Setting setting, Sizes sizes) {
        this.setting = setting;
        this.sizes = sizes;
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
        Sandbox sandbox = setting.sandbox();
        try (Commands commands = new Commands(setting.brokers(), setting.requests(), 0);
                FirstEvents events = new FirstEvents(setting.brokers(), setting.jobStatus())) {
            before.run();
            Map<String, Instant> published = publish(round, count, commands);
            Instant end = Instant.now().plus(PATIENCE);
            Waiting.untilTrue(
                    "lone commands",
                    () -> Instant.now().isAfter(end) || events.read().keySet().containsAll(published.keySet()));
            return delays(published, new Posts(sandbox).byCommand(round), events.read());
        }
    }

    private Map<String, Instant> publish(String round, int count, Commands commands) {
        Map<String, Instant> published = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            // Out of step with whatever ticks in the contender.
            Waiting.pause(Duration.ofMillis(random.nextInt(20, 60)));
            String commandId = round + "-c" + i;
            published.put(commandId, Instant.now());
            commands.create("quiet-" + i % sizes.quietProjects(), commandId);
        }
        return published;
    }

    private static Delays delays(
            Map<String, Instant> published, Map<String, List<JournalEntry>> posts, Map<String, Instant> events) {
        Figures toPost = new Figures();
        Figures toEvent = new Figures();
        published.forEach((commandId, at) -> {
            List<JournalEntry> arrived = posts.get(commandId);
            add(toPost, at, arrived == null ? Instant.MAX : arrived.getFirst().arrivedAt());
            add(toEvent, at, events.getOrDefault(commandId, Instant.MAX));
        });
        return new Delays(toPost, toEvent);
    }

    private static void add(Figures figures, Instant from, Instant to) {
        if (to.equals(Instant.MAX)) {
            figures.add(Double.POSITIVE_INFINITY);
        } else {
            figures.add(from, to);
        }
    }
}
