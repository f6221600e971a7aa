package io.docsagent.worker.bench;

import io.docsagent.worker.process.ChildJvm;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** How many commands a second reach the service through the worker, and through a loop that promises nothing. */
final class Throughput {

    private static final String WORKER = "throughput";
    private static final String BARE = "bare";

    /** As docs-agent.topics.partitions. */
    private static final int PARTITIONS = 12;

    private final String brokers;
    private final Sizes sizes;
    private final Report report;

    Throughput(String brokers, Sizes sizes, Report report) {
        this.brokers = brokers;
        this.sizes = sizes;
        this.report = report;
    }

    void measure() {
        double worker = worker();
        double bare = bare();
        report.row("commands to POSTs, through the worker", "%.0f /s".formatted(worker), "");
        report.row("the same through a bare consume-POST-produce loop", "%.0f /s".formatted(bare), "");
        report.row("ratio of the two", "%.2f".formatted(worker / bare), "> 0.5");
    }

    /** Jobs are not looked at meanwhile: the loop does not look at them either. */
    private double worker() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1h"));
                Worker worker = Worker.start(
                        WORKER,
                        brokers,
                        sandbox,
                        "--docs-agent.poll.min-interval=1h",
                        "--docs-agent.poll.max-interval=1h")) {
            worker.process().requireAlive();
            return rate(WORKER, sandbox);
        }
    }

    private double bare() {
        createTopics(Worker.requests(BARE), BARE + ".out");
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1h"));
                ChildJvm loop = ChildJvm.ofMain(
                        BareLoop.class, brokers, sandbox.baseUrl(), Worker.requests(BARE), BARE + ".out")) {
            String unused = loop.awaitLine(BareLoop.READY);
            return rate(BARE, sandbox);
        }
    }

    private double rate(String name, Sandbox sandbox) {
        Figures perSecond = new Figures();
        Posts posts = new Posts(sandbox);
        try (Commands commands = new Commands(brokers, Worker.requests(name), 5)) {
            for (int round = 0; round < sizes.warmUps() + sizes.rounds(); round++) {
                Instant begun = Instant.now();
                commands.create("r" + round, sizes.commands(), sizes.projects());
                Instant last = posts.awaitLast("r" + round, sizes.commands());
                if (round >= sizes.warmUps()) {
                    perSecond.add(sizes.commands()
                            * 1000.0
                            / Duration.between(begun, last).toMillis());
                }
            }
        }
        return perSecond.median();
    }

    private void createTopics(String... names) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
            List<NewTopic> topics = List.of(names).stream()
                    .map(name -> new NewTopic(name, Optional.of(PARTITIONS), Optional.empty()))
                    .toList();
            admin.createTopics(topics).all().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
