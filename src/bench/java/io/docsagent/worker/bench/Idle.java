package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Waiting;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.time.Instant;

/** A worker with nothing to do: how fast it starts, and what it costs once its compilers rest. */
final class Idle implements Part {

    @Override
    public void measure(Bench bench) {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"))) {
            Setting setting = Setting.of("idle", bench.brokers(), sandbox);
            Packaging.prepare(bench.brokers());
            Report.Table table = bench.report()
                    .table("An idle worker", "run as", "start to ready", "start to first POST", "processor");
            for (Packaging packaging : Packaging.values()) {
                measure(bench, packaging, setting, table);
            }
        }
    }

    private static void measure(Bench bench, Packaging packaging, Setting setting, Report.Table table) {
        try (Worker worker = Worker.start(packaging, setting);
                Commands commands = new Commands(setting.brokers(), setting.requests(), 0)) {
            Posts posts = new Posts(setting.sandbox());
            Figures ready = new Figures();
            Figures firstPost = new Figures();
            for (int i = 0; i < bench.sizes().starts(); i++) {
                worker.stop();
                String round = "start-" + packaging + i;
                commands.create(round, 1, 1);
                Instant started = Instant.now();
                worker.startAgain();
                ready.add(worker.startTook().toMillis() / 1000.0);
                firstPost.add(
                        Duration.between(started, posts.awaitLast(round, 1)).toMillis() / 1000.0);
            }
            table.row(
                    packaging.title(),
                    "%.1f s".formatted(ready.median()),
                    "%.1f s".formatted(firstPost.median()),
                    packaging == Packaging.CACHED ? idle(bench.sizes(), worker) : "");
        }
    }

    /** Of the way the image runs; the others differ in their starts alone. */
    private static String idle(Sizes sizes, Worker worker) {
        Waiting.pause(sizes.rest());
        return "%.3f of a core".formatted(worker.process().processorShare(sizes.idle()));
    }
}
