package io.docsagent.worker.bench;

import io.docsagent.worker.harness.KafkaCluster;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.util.List;
import java.util.Map;

/** What replication costs, and what the loss of a broker does. */
final class ThreeBrokers implements Part {

    /** With a replication of 3, and a min.insync.replicas of 2; all producers wait for all replicas (acks). */
    static final int BROKERS = 3;

    private static final String[] UNPOLLED = {"--docs-agent.poll.min-interval=1h", "--docs-agent.poll.max-interval=1h"};

    @Override
    public void measure(Bench bench) {
        throughput(bench);
        new BrokerLoss(bench).measure();
    }

    private static void throughput(Bench bench) {
        Report.Table table = bench.report()
                .table(
                        "Throughput and latency on three brokers",
                        "through",
                        "first round, commands/s",
                        "warm",
                        "warm, relative to the bare loop's",
                        "to POST p50",
                        "p99",
                        "to event p50",
                        "p99",
                        "next to half of the warm rate: to POST p50",
                        "p99");
        try (KafkaCluster cluster = Brokers.start(BROKERS, Map.of())) {
            double bare = Double.NaN;
            for (Contender contender : List.of(Contender.BARE_LOOP, Contender.WORKER)) {
                Performance performance = measure(bench, contender, cluster.bootstrapServers());
                Rates rates = performance.rates();
                bare = contender == Contender.BARE_LOOP ? rates.warm() : bare;
                table.row(
                        contender.title(),
                        "%.0f".formatted(rates.first()),
                        "%.0f".formatted(rates.warm()),
                        "%.2f".formatted(rates.warm() / bare),
                        performance.delays().toPost().millis(50),
                        performance.delays().toPost().millis(99),
                        performance.delays().toEvent().millis(50),
                        performance.delays().toEvent().millis(99),
                        performance.underHalfLoad().toPost().millis(50),
                        performance.underHalfLoad().toPost().millis(99));
            }
        }
    }

    private static Performance measure(Bench bench, Contender contender, String brokers) {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1h"))) {
            Setting setting = Setting.of(contender.nameFor("brokers"), brokers, sandbox);
            try (Running running = contender.start(setting, UNPOLLED)) {
                running.process().requireAlive();
                return Performance.of(setting, bench);
            }
        }
    }
}
