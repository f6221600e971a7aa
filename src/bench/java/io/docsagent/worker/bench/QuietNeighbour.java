package io.docsagent.worker.bench;

import io.docsagent.worker.bench.LoneCommands.Delays;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;

/** How soon quiet projects are served, alone and beside one that has used up its quota and has a deep backlog. */
final class QuietNeighbour implements Part {

    @Override
    public void measure(Bench bench) {
        Report.Table table = bench.report()
                .table(
                        "Quiet projects beside one with %,d commands waiting and no uses left"
                                .formatted(bench.sizes().deepBacklog()),
                        "through",
                        "alone p50",
                        "p99",
                        "beside p50",
                        "p99",
                        "p99 beside to alone",
                        "not within 10 s");
        for (Contender contender : Contender.WITH_QUOTA) {
            measure(bench, contender, table);
        }
    }

    private static void measure(Bench bench, Contender contender, Report.Table table) {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1h"))) {
            Setting setting = Setting.of(contender.nameFor("quiet"), bench.brokers(), sandbox);
            try (Running running = contender.start(setting)) {
                running.process().requireAlive();
                LoneCommands lone = new LoneCommands(setting, bench.sizes());
                var unused = lone.publish("warm");
                bench.settle();
                Delays alone = lone.publish("alone");
                fill(bench, setting);
                bench.settle();
                Delays beside = lone.publish("beside");
                table.row(
                        contender.title(),
                        alone.toPost().millis(50),
                        alone.toPost().millis(99),
                        beside.toPost().millis(50),
                        beside.toPost().millis(99),
                        ratio(beside.toPost().percentile(99), alone.toPost().percentile(99)),
                        beside.share());
            }
        }
    }

    private static String ratio(double beside, double alone) {
        return Double.isInfinite(beside) ? "∞" : "%.1f".formatted(beside / alone);
    }

    private static void fill(Bench bench, Setting setting) {
        try (Commands commands = new Commands(setting.brokers(), setting.requests(), 5)) {
            commands.create("loud", bench.sizes().deepBacklog(), 1);
            new Posts(setting.sandbox()).await("loud", setting.capacity());
        }
    }
}
