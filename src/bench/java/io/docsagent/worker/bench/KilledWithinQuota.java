package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Waiting;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** How much longer one project's commands take than its quota demands when their only worker is killed three times. */
final class KilledWithinQuota {

    private static final String ROUND = "w";
    private static final int COMMANDS = 260;
    private static final int CAPACITY = 100;
    private static final Duration PERIOD = Duration.ofSeconds(20);

    /** Each in the middle of what one period allows. */
    private static final List<Integer> KILLED_AFTER = List.of(50, 150, 230);

    private final String brokers;
    private final Report.Table table;

    KilledWithinQuota(Bench bench, String brokers) {
        this.brokers = brokers;
        this.table = bench.report()
                .table(
                        "%d commands of one project at %d in %d s; the only worker killed after POST %s, and started again at once"
                                .formatted(COMMANDS, CAPACITY, PERIOD.toSeconds(), KILLED_AFTER),
                        "worker",
                        "until the last POST",
                        "the quota's own time",
                        "most POSTs in any rolling period",
                        "sent twice",
                        "reported as unknown");
    }

    void measure(Packaging packaging) {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of(
                "jobs.takes=1h",
                "http.post-latency=20ms",
                "quota.capacity=" + CAPACITY,
                "quota.period=" + PERIOD.toSeconds() + "s"))) {
            String name = "within-quota-" + packaging.name().toLowerCase(Locale.ROOT);
            Setting setting = new Setting(name, brokers, sandbox, CAPACITY, PERIOD);
            try (Worker worker = Worker.start(packaging, setting);
                    FirstEvents unknown =
                            new FirstEvents(brokers, setting.jobStatus(), type -> type.equals("command.unknown"));
                    Commands commands = new Commands(brokers, setting.requests(), 5)) {
                Posts posts = new Posts(sandbox);
                Instant begun = Instant.now();
                commands.create(ROUND, COMMANDS, 1);
                for (int count : KILLED_AFTER) {
                    posts.await(ROUND, count);
                    worker.process().kill();
                    worker.startAgain();
                }
                awaitAll(posts, unknown);
                row(packaging, begun, sandbox, posts, unknown);
            }
        }
    }

    /** A command that its worker took along unsent is reported as unknown, about a minute later. */
    private static void awaitAll(Posts posts, FirstEvents unknown) {
        Waiting.untilTrue("the last of " + COMMANDS + " commands", () -> {
            Set<String> settled = new HashSet<>(posts.byCommand(ROUND).keySet());
            settled.addAll(unknown.read().keySet());
            return settled.size() == COMMANDS;
        });
    }

    private void row(Packaging packaging, Instant begun, Sandbox sandbox, Posts posts, FirstEvents unknown) {
        Map<String, List<JournalEntry>> sent = posts.byCommand(ROUND);
        Duration took = Duration.between(begun, posts.awaitLast(ROUND, sent.size()));
        Duration demanded = PERIOD.multipliedBy((COMMANDS - 1) / CAPACITY);
        table.row(
                packaging.title(),
                "%.1f s".formatted(took.toMillis() / 1000.0),
                "%d s".formatted(demanded.toSeconds()),
                Integer.toString(sandbox.journal().mostInAnyPeriod(ROUND + "-p0", PERIOD)),
                Long.toString(
                        sent.values().stream().filter(same -> same.size() > 1).count()),
                Integer.toString(unknown.read().size()));
    }
}
