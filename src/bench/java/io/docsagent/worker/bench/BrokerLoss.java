package io.docsagent.worker.bench;

import io.docsagent.worker.bench.LoneCommands.Observed;
import io.docsagent.worker.harness.KafkaCluster;
import io.docsagent.worker.harness.KafkaNode;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.time.Instant;

/** How long lone commands wait when one of three brokers is lost. */
final class BrokerLoss {

    /** How it is lost. */
    enum Loss {
        BROKER("SIGKILL of a broker"),
        CONTROLLER("SIGKILL of the active controller"),
        /** Its connections stay open and are never answered, as those of a host that has lost its power. */
        HOST("SIGSTOP of a broker");

        private final String title;

        Loss(String title) {
            this.title = title;
        }

        KafkaNode victim(KafkaCluster cluster) {
            KafkaNode controller = cluster.controller();
            return this == CONTROLLER
                    ? controller
                    : cluster.nodes().stream()
                            .filter(node -> node != controller)
                            .findFirst()
                            .orElseThrow();
        }

        void happensTo(KafkaNode broker) {
            if (this == HOST) {
                broker.process().freeze();
            } else {
                broker.process().kill();
            }
        }
    }

    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Bench bench;

    BrokerLoss(Bench bench) {
        this.bench = bench;
    }

    void measure() {
        Report.Table table = bench.report()
                .table(
                        "Loss of one of three brokers: single commands to POST",
                        "timeouts of the brokers",
                        "of the worker's clients",
                        "loss",
                        "published before it, p50",
                        "worst",
                        "in the %d s after it, p50".formatted(WINDOW.toSeconds()),
                        "worst",
                        "later, p50",
                        "worst");
        for (Timeouts timeouts : Timeouts.values()) {
            for (Loss loss : Loss.values()) {
                row(table, timeouts, loss);
            }
        }
    }

    private void row(Report.Table table, Timeouts timeouts, Loss loss) {
        Figures before = new Figures();
        Figures after = new Figures();
        Figures later = new Figures();
        for (int i = 0; i < bench.sizes().brokerLosses(); i++) {
            Observed observed = observe(timeouts, loss);
            Instant lost = observed.publishedAt(bench.sizes().beforeLoss());
            Instant end = lost.plus(WINDOW);
            before.addAll(observed.delays(Instant.MIN, lost).toPost());
            after.addAll(observed.delays(lost, end).toPost());
            later.addAll(observed.delays(end, Instant.MAX).toPost());
        }
        table.row(
                timeouts.ofBrokers(),
                timeouts.ofWorker(),
                loss.title,
                before.millis(50),
                before.millis(100),
                after.millis(50),
                after.millis(100),
                later.millis(50),
                later.millis(100));
    }

    private Observed observe(Timeouts timeouts, Loss loss) {
        try (KafkaCluster cluster = Brokers.start(ThreeBrokers.BROKERS, timeouts.brokerSettings());
                Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1h"))) {
            Setting setting = Setting.of("loss", cluster.bootstrapServers(), sandbox);
            try (Worker worker = Worker.start(setting, timeouts.workerSettings())) {
                worker.process().requireAlive();
                Sizes sizes = bench.sizes();
                LoneCommands lone = new LoneCommands(setting, sizes, PATIENCE);
                var unused = lone.publish("warm");
                KafkaNode victim = loss.victim(cluster);
                int count = sizes.beforeLoss() + sizes.afterLoss();
                return lone.observe("lone", count, Timeouts.publisherSettings(), number -> {
                    if (number == sizes.beforeLoss()) {
                        loss.happensTo(victim);
                    }
                });
            }
        }
    }
}
