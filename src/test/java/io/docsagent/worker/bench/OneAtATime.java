package io.docsagent.worker.bench;

import io.docsagent.worker.process.Waiting;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/** A worker with next to nothing to do: how fast it starts, how soon it acts, and what it costs when idle. */
final class OneAtATime {

    private static final String NAME = "one-at-a-time";
    private static final int PROJECTS = 20;

    private final String brokers;
    private final Sizes sizes;
    private final Report report;

    OneAtATime(String brokers, Sizes sizes, Report report) {
        this.brokers = brokers;
        this.sizes = sizes;
        this.report = report;
    }

    void measure() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"));
                Worker worker = Worker.start(NAME, brokers, sandbox)) {
            start(worker);
            latency(sandbox);
            Waiting.pause(Duration.ofSeconds(sizes.settleSeconds()));
            idle(worker);
        }
    }

    private void start(Worker worker) {
        Figures seconds = new Figures();
        for (int i = 0; i < sizes.rounds(); i++) {
            worker.restart();
            seconds.add(worker.startTook().toMillis() / 1000.0);
        }
        report.row("start to ready", "%.1f s".formatted(seconds.median()), "< 6 s");
    }

    private void latency(Sandbox sandbox) {
        Figures toPost = new Figures();
        Figures toEvent = new Figures();
        Posts posts = new Posts(sandbox);
        SplittableRandom random = new SplittableRandom(1);
        try (Commands commands = new Commands(brokers, Worker.requests(NAME), 0);
                FirstEvents events = new FirstEvents(brokers, Worker.jobStatus(NAME))) {
            for (int i = -sizes.samples(); i < sizes.samples(); i++) {
                String commandId = "c" + (i + sizes.samples());
                // Out of step with whatever ticks in the worker.
                Waiting.pause(Duration.ofMillis(random.nextInt(20, 60)));
                Instant published = Instant.now();
                commands.create("p" + (i + sizes.samples()) % PROJECTS, commandId);
                Instant told = events.await(commandId);
                if (i >= 0) {
                    toPost.add(millis(published, posts.arrivalOf(commandId)));
                    toEvent.add(millis(published, told));
                }
            }
        }
        report.row("command published → POST, one at a time", delays(toPost), "p50 < 40 ms");
        report.row("command published → first event read", delays(toEvent), "p50 < 90 ms");
    }

    private void idle(Worker worker) {
        Duration before = worker.process().processorTime();
        Instant begun = Instant.now();
        Waiting.pause(Duration.ofSeconds(sizes.idleSeconds()));
        Duration used = worker.process().processorTime().minus(before);
        double share =
                100.0 * used.toMillis() / Duration.between(begun, Instant.now()).toMillis();
        report.row("idle: processor time", "%.1f %% of a core".formatted(share), "< 2 %");
    }

    private static String delays(Figures delays) {
        return "p50 %.0f ms, p99 %.0f ms".formatted(delays.median(), delays.percentile(99));
    }

    private static double millis(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e6;
    }
}
