package io.docsagent.worker.bench;

import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;

/** How many commands a second reach the service, and how soon a lone one does. */
final class Throughput implements Part {

    /** Jobs are not looked at meanwhile: the others do not look at them either. */
    private static final String[] UNWATCHED = {"--docs-agent.poll.min-interval=1h", "--docs-agent.poll.max-interval=1h"
    };

    private static final String QUICK = "0s";
    private static final String SLOW = "50ms";

    @Override
    public void measure(Bench bench) {
        Report.Table table = bench.report()
                .table(
                        "Throughput and latency",
                        "through",
                        "commands/s",
                        "of the bare loop's",
                        "commands/s, service takes 50 ms",
                        "to POST p50",
                        "p99",
                        "to event p50",
                        "p99");
        double bare = Double.NaN;
        for (Contender contender : Contender.values()) {
            double slow = slow(bench, contender);
            try (Sandbox sandbox = sandbox(QUICK);
                    Running running = contender.start(setting(bench, contender, QUICK, sandbox), UNWATCHED)) {
                running.process().requireAlive();
                Setting setting = setting(bench, contender, QUICK, sandbox);
                double quick = new Rounds(setting, bench.sizes())
                        .perSecond("r", bench.sizes().commands());
                bare = contender == Contender.BARE_LOOP ? quick : bare;
                bench.settle();
                LoneCommands lone = new LoneCommands(setting, bench.sizes());
                var unused = lone.publish("warm");
                LoneCommands.Delays delays = lone.publish("lone");
                table.row(
                        contender.title(),
                        "%.0f".formatted(quick),
                        "%.2f".formatted(quick / bare),
                        "%.0f".formatted(slow),
                        delays.toPost().millis(50),
                        delays.toPost().millis(99),
                        delays.toEvent().millis(50),
                        delays.toEvent().millis(99));
            }
        }
    }

    private static double slow(Bench bench, Contender contender) {
        try (Sandbox sandbox = sandbox(SLOW);
                Running running = contender.start(setting(bench, contender, SLOW, sandbox), UNWATCHED)) {
            running.process().requireAlive();
            return new Rounds(setting(bench, contender, SLOW, sandbox), bench.sizes())
                    .perSecond("r", bench.sizes().slowCommands());
        }
    }

    private static Sandbox sandbox(String latency) {
        return Sandbox.start(SandboxSettings.of("jobs.takes=1h", "http.post-latency=" + latency));
    }

    private static Setting setting(Bench bench, Contender contender, String latency, Sandbox sandbox) {
        return Setting.of(contender.nameFor("throughput-" + latency), bench.brokers(), sandbox);
    }
}
