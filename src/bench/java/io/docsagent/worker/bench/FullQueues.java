package io.docsagent.worker.bench;

import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What waiting commands weigh, and how long a worker with that many of them takes to be back. */
final class FullQueues implements Part {

    /** Enough fresh projects that every partition gets some. */
    private static final int PROBES = 100;

    @Override
    public void measure(Bench bench) {
        Report.Table table = bench.report()
                .table(
                        "Commands of %d bytes waiting".formatted(Sizes.COMMAND_BYTES),
                        "published",
                        "rejected",
                        "queued or rejected, and announced /s",
                        "heap after a collection",
                        "without",
                        "the difference to their bytes",
                        "start to ready",
                        "without",
                        "start to first POST",
                        "to a POST of every partition");
        for (int count : bench.sizes().backlogs()) {
            measure(bench, count, table);
        }
    }

    private static void measure(Bench bench, int count, Report.Table table) {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("quota.capacity=1", "jobs.takes=1h"))) {
            Setting setting = new Setting("queued-" + count, bench.brokers(), sandbox, 1, Duration.ofHours(1));
            try (Worker worker = Worker.start(setting);
                    Commands commands = new Commands(setting.brokers(), setting.requests(), 5)) {
                worker.stop();
                worker.startAgain();
                Duration emptyStart = worker.startTook();
                long empty = worker.process().heapAfterCollection();
                Filled filled = fill(setting, commands, count, bench.sizes().backlogProjects());
                long full = worker.process().heapAfterCollection();
                worker.stop();
                commands.create("probe", PROBES, PROBES);
                Instant started = Instant.now();
                worker.startAgain();
                Posts posts = new Posts(sandbox);
                Instant last = posts.awaitLast("probe", PROBES);
                table.row(
                        "%,d".formatted(count),
                        "%,d".formatted(filled.rejected()),
                        "%.0f".formatted(filled.perSecond()),
                        megabytes(full),
                        megabytes(empty),
                        "%.1f".formatted((full - empty) / ((double) (count - filled.rejected()) * Sizes.COMMAND_BYTES)),
                        seconds(worker.startTook()),
                        seconds(emptyStart),
                        seconds(Duration.between(started, first(posts.byCommand("probe")))),
                        seconds(Duration.between(started, last)));
            }
        }
    }

    /** @param rejected commands, since no more may wait */
    private record Filled(double perSecond, long rejected) {}

    private static Filled fill(Setting setting, Commands commands, int count, int projects) {
        try (FirstEvents events = new FirstEvents(setting.brokers(), setting.jobStatus())) {
            Instant begun = Instant.now();
            commands.create("q", count, projects);
            events.awaitCommands(count);
            Duration took = Duration.between(begun, Instant.now());
            return new Filled(count * 1000.0 / took.toMillis(), events.count("command.rejected"));
        }
    }

    private static Instant first(Map<String, List<JournalEntry>> posts) {
        return posts.values().stream()
                .map(sent -> sent.getFirst().arrivedAt())
                .min(Instant::compareTo)
                .orElseThrow();
    }

    private static String megabytes(long bytes) {
        return "%,d MB".formatted(bytes / 1_000_000);
    }

    private static String seconds(Duration duration) {
        return "%.1f s".formatted(duration.toMillis() / 1000.0);
    }
}
