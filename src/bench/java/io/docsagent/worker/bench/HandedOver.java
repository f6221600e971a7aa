package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Waiting;
import io.docsagent.worker.sandbox.Sandbox;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;

/** Commands that are handed over to a durable system, and found again at the service. */
final class HandedOver {

    /** What has not arrived by then counts as never. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration BEFORE_REPEATING = Duration.ofMillis(200);
    private static final int IN_FLIGHT = 64;

    private final DurableSystem system;
    private final Sandbox sandbox;
    private final Sizes sizes;
    private final SplittableRandom random = new SplittableRandom(1);

    HandedOver(DurableSystem system, Sandbox sandbox, Sizes sizes) {
        this.system = system;
        this.sandbox = sandbox;
        this.sizes = sizes;
    }

    /** Hands over so many commands, the projects taking turns, and waits until all were taken. */
    void all(String round, int count, int projects) {
        Semaphore places = new Semaphore(IN_FLIGHT);
        for (int i = 0; i < count; i++) {
            places.acquireUninterruptibly();
            String project = round + "-p" + i % projects;
            String commandId = round + "-c" + i;
            Thread.startVirtualThread(() -> {
                untilTaken(project, commandId);
                places.release();
            });
        }
        places.acquireUninterruptibly(IN_FLIGHT);
    }

    /** Repeats it where the system does not take it, for instance because it was killed. */
    private void untilTaken(String project, String commandId) {
        while (true) {
            try {
                var unused = handOver(project, commandId).join();
                return;
            } catch (CompletionException notTaken) {
                Waiting.pause(BEFORE_REPEATING);
            }
        }
    }

    private CompletableFuture<?> handOver(String project, String commandId) {
        String prompt = commandId + "-" + "-".repeat(Sizes.COMMAND_BYTES - 100);
        return system.handOver(project, commandId, prompt);
    }

    /** Commands a second, from the first one handed over to the last one's POST. */
    double perSecond(String round, int count, int projects) {
        Posts posts = Posts.fromNowOn(sandbox);
        Instant begun = Instant.now();
        all(round, count, projects);
        Instant last = posts.awaitLast(round, count);
        return count * 1e9 / Duration.between(begun, last).toNanos();
    }

    /** Milliseconds to the POST of commands of quiet projects, handed over one by one whatever became of the one before. */
    Figures lone(String round, int count) {
        Posts posts = Posts.fromNowOn(sandbox);
        Map<String, Instant> begun = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            // Out of step with whatever ticks in the system.
            Waiting.pause(Duration.ofMillis(random.nextInt(20, 60)));
            String commandId = round + "-c" + i;
            begun.put(commandId, Instant.now());
            var unused = handOver("quiet-" + i % sizes.quietProjects(), commandId);
        }
        Instant end = Instant.now().plus(PATIENCE);
        Waiting.untilTrue(
                "lone commands",
                () -> Instant.now().isAfter(end) || posts.byCommand(round).size() == count);
        Figures figures = new Figures();
        var arrived = posts.byCommand(round);
        begun.forEach((commandId, at) -> {
            if (arrived.containsKey(commandId)) {
                figures.add(at, arrived.get(commandId).getFirst().arrivedAt());
            } else {
                figures.add(Double.POSITIVE_INFINITY);
            }
        });
        return figures;
    }
}
