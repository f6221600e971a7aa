package io.docsagent.worker.bench;

import static java.util.Objects.requireNonNull;

import io.docsagent.worker.bench.peers.BareFollower;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.Journal;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** What it costs to look at many jobs every 5 s, and how late their ends are announced. */
final class ActiveJobs implements Part {

    private static final int JOBS_PER_PROJECT = 50;
    private static final int CAPACITY = 1_000;

    /** By so many seconds the ends lie apart from the commands. */
    private static final int SOONEST = 20;

    private static final int LATEST = 30;

    @Override
    public void measure(Bench bench) {
        Report.Table table = bench.report()
                .table(
                        "Active jobs, each looked at every 5 s",
                        "jobs",
                        "through",
                        "processor",
                        "to the bare loop's",
                        "GETs/s",
                        "end announced after p50",
                        "p99");
        for (int jobs : bench.sizes().activeJobs()) {
            double bare = measure(bench, jobs, false, Double.NaN, table);
            double unused = measure(bench, jobs, true, bare, table);
        }
    }

    private static double measure(Bench bench, int jobs, boolean worker, double bare, Report.Table table) {
        // At 10,000 GETs a second the journal reaches back for 20 s.
        try (Sandbox sandbox = Sandbox.start(
                SandboxSettings.of("jobs.takes=1h", "quota.capacity=" + CAPACITY, "journal.max-entries=200000"))) {
            String name = "jobs-" + (worker ? "worker-" : "bare-") + jobs;
            Setting setting = new Setting(name, bench.brokers(), sandbox, CAPACITY, Duration.ofHours(1));
            try (Running running = worker ? worker(setting) : Peer.start(BareFollower.class, setting)) {
                begin(setting, jobs);
                bench.settle();
                long before = requests(sandbox.journal());
                double share = running.process().processorShare(bench.sizes().window());
                double gets = (requests(sandbox.journal()) - before)
                        / (double) bench.sizes().window().toSeconds();
                Figures lags = lags(bench.sizes(), setting);
                table.row(
                        "%,d".formatted(jobs),
                        worker ? Contender.WORKER.title() : "bare GET loop",
                        "%.2f of a core".formatted(share),
                        "%.1f".formatted(share / (worker ? bare : share)),
                        "%.0f".formatted(gets),
                        lags.millis(50),
                        lags.millis(99));
                return share;
            }
        }
    }

    private static Worker worker(Setting setting) {
        return Worker.start(setting, "--docs-agent.poll.min-interval=5s", "--docs-agent.poll.max-interval=5s");
    }

    private static void begin(Setting setting, int jobs) {
        try (FirstEvents events = new FirstEvents(setting.brokers(), setting.jobStatus());
                Commands commands = new Commands(setting.brokers(), setting.requests(), 5)) {
            commands.create("job", jobs, Math.max(1, jobs / JOBS_PER_PROJECT));
            events.awaitCommands(jobs);
        }
    }

    private static long requests(Journal journal) {
        return journal.dropped() + journal.entries().size();
    }

    private static Figures lags(Sizes sizes, Setting setting) {
        SplittableRandom random = new SplittableRandom(1);
        Map<String, Duration> takes = new HashMap<>();
        try (FirstEvents ends =
                        new FirstEvents(setting.brokers(), setting.jobStatus(), type -> type.equals("job.completed"));
                Commands commands = new Commands(setting.brokers(), setting.requests(), 5)) {
            for (int i = 0; i < sizes.endingJobs(); i++) {
                Duration time = Duration.ofMillis(random.nextInt(SOONEST * 1_000, LATEST * 1_000));
                takes.put("end-c" + i, time);
                commands.create("end-p" + i, "end-c" + i, "[takes " + time.toMillis() + "ms]");
            }
            commands.flush();
            Posts journal = new Posts(setting.sandbox());
            journal.await("end", sizes.endingJobs());
            Map<String, List<JournalEntry>> sent = journal.byCommand("end");
            ends.awaitCommands(sizes.endingJobs());
            Figures lags = new Figures();
            Map<String, Instant> announced = ends.read();
            sent.forEach((commandId, posts) -> lags.add(
                    posts.getFirst().handledAt().plus(requireNonNull(takes.get(commandId))),
                    requireNonNull(announced.get(commandId))));
            return lags;
        }
    }
}
