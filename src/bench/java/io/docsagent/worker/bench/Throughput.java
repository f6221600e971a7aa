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
                        "first round, commands/s",
                        "warm",
                        "warm, relative to the bare loop's",
                        "service takes 50 ms: first round, commands/s",
                        "warm",
                        "to POST p50",
                        "p99",
                        "to event p50",
                        "p99",
                        "next to half of the warm rate: to POST p50",
                        "p99");
        double bare = Double.NaN;
        for (Contender contender : Contender.chosen()) {
            Rates slow = slow(bench, contender);
            try (Sandbox sandbox = sandbox(QUICK);
                    Running running = contender.start(setting(bench, contender, QUICK, sandbox), UNWATCHED)) {
                running.process().requireAlive();
                Setting setting = setting(bench, contender, QUICK, sandbox);
                Performance performance = Performance.of(setting, bench);
                Rates quick = performance.rates();
                bare = contender == Contender.BARE_LOOP ? quick.warm() : bare;
                table.row(
                        contender.title(),
                        "%.0f".formatted(quick.first()),
                        "%.0f".formatted(quick.warm()),
                        "%.2f".formatted(quick.warm() / bare),
                        "%.0f".formatted(slow.first()),
                        "%.0f".formatted(slow.warm()),
                        performance.delays().toPost().millis(50),
                        performance.delays().toPost().millis(99),
                        performance.delays().toEvent().millis(50),
                        performance.delays().toEvent().millis(99),
                        performance.underHalfLoad().toPost().millis(50),
                        performance.underHalfLoad().toPost().millis(99));
            }
        }
    }

    private static Rates slow(Bench bench, Contender contender) {
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
