package io.docsagent.worker.bench;

import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.time.Instant;

/** What waiting commands weigh, and how long a worker with that many of them takes to be back. */
final class FullQueues {

    private static final String NAME = "full-queues";

    /** Enough fresh projects that every partition gets some. */
    private static final int PROBES = 100;

    private final String brokers;
    private final Sizes sizes;
    private final Report report;

    FullQueues(String brokers, Sizes sizes, Report report) {
        this.brokers = brokers;
        this.sizes = sizes;
        this.report = report;
    }

    void measure() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("quota.capacity=1", "jobs.takes=1h"));
                Worker worker = Worker.start(NAME, brokers, sandbox, "--docs-agent.quota.capacity=1");
                Commands commands = new Commands(brokers, Worker.requests(NAME), 5)) {
            long empty = worker.process().heapAfterCollection();
            fill(commands);
            long full = worker.process().heapAfterCollection();
            String queued = "%,d commands of %d bytes waiting".formatted(sizes.backlog(), Sizes.COMMAND_BYTES);
            report.row(
                    "heap after a collection, " + queued,
                    "%d MB (%d MB without)".formatted(full / 1_000_000, empty / 1_000_000),
                    "< 600 MB");
            Instant stopped = Instant.now();
            worker.restart();
            Duration restart = Duration.between(stopped, Instant.now());
            commands.create("probe", PROBES, PROBES);
            new Posts(sandbox).awaitLast("probe", PROBES);
            Duration back =
                    Duration.between(stopped, Instant.now()).minus(restart).plus(worker.startTook());
            report.row(
                    "start to ready with them",
                    "%.1f s".formatted(worker.startTook().toMillis() / 1000.0),
                    "");
            report.row(
                    "start to a POST of every partition with them", "%.1f s".formatted(back.toMillis() / 1000.0), "");
        }
    }

    private void fill(Commands commands) {
        try (FirstEvents events = new FirstEvents(brokers, Worker.jobStatus(NAME))) {
            Instant begun = Instant.now();
            commands.create("q", sizes.backlog(), Sizes.BACKLOG_PROJECTS);
            events.awaitCommands(sizes.backlog());
            long millis = Duration.between(begun, Instant.now()).toMillis();
            report.row("commands queued and announced", "%.0f /s".formatted(sizes.backlog() * 1000.0 / millis), "");
        }
    }
}
