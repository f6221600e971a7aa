package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Waiting;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Whether the quota holds, and is used, over three periods with a restart in the middle. */
final class QuotaKept implements Part {

    private static final Duration PERIOD = Duration.ofSeconds(20);
    private static final int PERIODS = 3;
    private static final int CAPACITY = 20;
    private static final int PROJECTS = 10;

    @Override
    public void measure(Bench bench) {
        Report.Table table = bench.report()
                .table(
                        "Quota of %d in %d s, %d projects with more to send, three periods, a restart in the middle"
                                .formatted(CAPACITY, PERIOD.toSeconds(), PROJECTS),
                        "through",
                        "most POSTs in any rolling period",
                        "429s met",
                        "allowed uses made use of");
        for (Contender contender : Contender.WITH_QUOTA) {
            measure(bench, contender, table);
        }
    }

    private static void measure(Bench bench, Contender contender, Report.Table table) {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of(
                "jobs.takes=1h", "quota.capacity=" + CAPACITY, "quota.period=" + PERIOD.toSeconds() + "s"))) {
            Setting setting = new Setting(contender.nameFor("quota"), bench.brokers(), sandbox, CAPACITY, PERIOD);
            try (Running running = contender.start(setting);
                    Commands commands = new Commands(setting.brokers(), setting.requests(), 5)) {
                Instant begun = Instant.now();
                commands.create("q", CAPACITY * (PERIODS + 3) * PROJECTS, PROJECTS);
                Waiting.pause(PERIOD.multipliedBy(PERIODS).dividedBy(2));
                running.stop();
                running.startAgain();
                Instant end = begun.plus(PERIOD.multipliedBy(PERIODS));
                Waiting.untilTrue(
                        "the end of the last period", () -> Instant.now().isAfter(end));
                tell(contender, sandbox, end, table);
            }
        }
    }

    private static void tell(Contender contender, Sandbox sandbox, Instant end, Report.Table table) {
        List<JournalEntry> posts = sandbox.journal().entries().stream()
                .filter(JournalEntry::isPost)
                .filter(entry -> entry.arrivedAt().isBefore(end))
                .toList();
        int most = IntStream.range(0, PROJECTS)
                .map(project -> sandbox.journal().mostInAnyPeriod("q-p" + project, PERIOD))
                .max()
                .orElseThrow();
        long used = posts.stream().filter(JournalEntry::counted).count();
        long refused = posts.stream().filter(QuotaKept::isRefused).count();
        table.row(
                contender.title(),
                Integer.toString(most),
                Long.toString(refused),
                "%.0f %%".formatted(100.0 * used / (CAPACITY * PERIODS * PROJECTS)));
    }

    private static boolean isRefused(JournalEntry entry) {
        Integer status = entry.status();
        return status != null && status == 429;
    }
}
