package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Waiting;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What becomes of commands when what carries them is killed, twice, and started again. */
final class KilledUnderLoad implements Part {

    private static final String ROUND = "k";

    @Override
    public void measure(Bench bench) {
        Report.Table table = bench.report()
                .table(
                        "Kill -9 under load, twice in %,d commands"
                                .formatted(bench.sizes().commandsUnderFire()),
                        "through",
                        "sent twice or more",
                        "never sent, nothing announced",
                        "announced as unknown");
        for (Contender contender : EnumSet.complementOf(EnumSet.of(Contender.DURABLE_LOOP))) {
            measure(bench, contender, table);
        }
    }

    private static void measure(Bench bench, Contender contender, Report.Table table) {
        int count = bench.sizes().commandsUnderFire();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1h", "http.post-latency=20ms"))) {
            Setting setting = Setting.of(contender.nameFor("kill"), bench.brokers(), sandbox);
            try (Running running = contender.start(setting);
                    FirstEvents unknown = new FirstEvents(
                            setting.brokers(), setting.jobStatus(), type -> type.equals("command.unknown"));
                    Commands commands = new Commands(setting.brokers(), setting.requests(), 5)) {
                Posts posts = new Posts(sandbox);
                // None of the projects may come to the end of its uses, whatever is sent twice.
                commands.create(ROUND, count, Math.max(1, count / 30));
                for (int third = 1; third <= 2; third++) {
                    posts.await(ROUND, count * third / 3);
                    running.process().kill();
                    running.startAgain();
                }
                awaitCalm(bench, posts);
                tell(contender, count, posts.byCommand(ROUND), unknown.read().keySet(), table);
            }
        }
    }

    /** Until no POST has arrived for a while since the last start. */
    private static void awaitCalm(Bench bench, Posts posts) {
        Instant started = Instant.now();
        Waiting.untilTrue("calm", () -> {
            Waiting.pause(Duration.ofSeconds(1));
            Instant last = posts.byCommand(ROUND).values().stream()
                    .map(sent -> sent.getLast().arrivedAt())
                    .max(Instant::compareTo)
                    .orElseThrow();
            Instant calmSince = last.isAfter(started) ? last : started;
            return calmSince.plus(bench.sizes().calm()).isBefore(Instant.now());
        });
    }

    private static void tell(
            Contender contender,
            int count,
            Map<String, List<JournalEntry>> posts,
            Set<String> unknown,
            Report.Table table) {
        long twice = posts.values().stream().filter(same -> same.size() > 1).count();
        Set<String> sentOrTold = new HashSet<>(posts.keySet());
        sentOrTold.addAll(unknown);
        table.row(
                contender.title(),
                Long.toString(twice),
                Integer.toString(count - sentOrTold.size()),
                Integer.toString(unknown.size()));
    }
}
