package io.docsagent.worker.faults;

import static org.assertj.core.api.Assertions.fail;

import io.docsagent.worker.guarantee.EndedNotSent;
import io.docsagent.worker.guarantee.EndedOnce;
import io.docsagent.worker.guarantee.EventsInOrder;
import io.docsagent.worker.guarantee.History;
import io.docsagent.worker.guarantee.NeverThrottled;
import io.docsagent.worker.guarantee.NotSentTooEarly;
import io.docsagent.worker.guarantee.NotSentWhileHeld;
import io.docsagent.worker.guarantee.OperationsAnsweredOnce;
import io.docsagent.worker.guarantee.Promise;
import io.docsagent.worker.guarantee.RecordsAgree;
import io.docsagent.worker.guarantee.RepetitionsAnswered;
import io.docsagent.worker.guarantee.SentInOrder;
import io.docsagent.worker.guarantee.SentOnce;
import io.docsagent.worker.guarantee.UnknownOnlyWhereOpen;
import io.docsagent.worker.guarantee.WithinQuota;
import io.docsagent.worker.harness.KafkaCluster;
import io.docsagent.worker.harness.Quiet;
import io.docsagent.worker.harness.Topic;
import io.docsagent.worker.harness.WorkerProcess;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Brokers, workers and the service, and the rule that every scenario is held to every guarantee. */
final class Cluster implements AutoCloseable {

    static final int PARTITIONS = 6;
    static final int CAPACITY = 20;
    static final Duration PERIOD = Duration.ofSeconds(10);
    static final String KEY = "first-key";

    /** By which the service knows repeats, where the workers send it. */
    static final String IDEMPOTENCY_HEADER = "Idempotency-Key";

    /** So small that it is reached: a third of all commands are of the publisher that it limits. */
    static final int BUDGET = 6;

    static final List<String> STORES = List.of("projects", "queue", "jobs", "seen");

    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(4);
    private static final Duration STRAGGLER = Duration.ofSeconds(2);
    private static final Duration NOT_AFTER = Duration.ofSeconds(8);
    private static final Duration TO_RECOVER = Duration.ofSeconds(30);

    private static final int READINGS = 20;

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private static final Promise QUOTA = new WithinQuota(false);

    /** A use and a log entry have the clock of this machine, and so have the commands' times. */
    private static final Duration SAME_CLOCK = Duration.ofMillis(50);

    private static final List<Promise> PROMISES = List.of(
            QUOTA,
            new WithinQuota(true),
            new NeverThrottled(),
            new SentOnce(1),
            new EndedOnce(1),
            new UnknownOnlyWhereOpen(RESPONSE_TIMEOUT.plusSeconds(1), NOT_AFTER),
            new EventsInOrder(Duration.ofDays(1)),
            new SentInOrder(),
            new OperationsAnsweredOnce(),
            new NotSentWhileHeld(),
            new EndedNotSent(),
            new NotSentTooEarly(SAME_CLOCK),
            new RepetitionsAnswered(),
            new RecordsAgree(SAME_CLOCK, false));

    private final Path home;
    private final Path keyFile;
    private final KafkaCluster kafka;
    private final Sandbox sandbox;
    private final List<WorkerProcess> workers = new ArrayList<>();
    private final Publishers publishers;
    private final Events events;
    private final SplittableRandom random = new SplittableRandom(Options.seed());

    Cluster(String name, int brokers, int workerCount, String... settings) {
        Quiet.please();
        this.home = Options.HOME.resolve(name + "-" + ProcessHandle.current().pid());
        this.keyFile = home.resolve("key");
        this.kafka = KafkaCluster.start(home, brokers);
        this.sandbox = Sandbox.start(SandboxSettings.of(
                "quota.capacity=" + CAPACITY,
                "quota.period=" + PERIOD,
                "quota.count-refused=true",
                "access.keys=" + KEY,
                "idempotency.header=" + IDEMPOTENCY_HEADER,
                "jobs.takes=500ms",
                "jobs.takes-at-most=2s",
                "http.post-latency=50ms",
                "journal.file=" + home.resolve("journal.jsonl")));
        writeKey(KEY);
        for (int i = 0; i < workerCount; i++) {
            workers.add(new WorkerProcess("worker-" + i, home, settings(settings)));
        }
        workers.getFirst().startAndAwait();
        workers.stream().skip(1).forEach(WorkerProcess::start);
        workers.forEach(WorkerProcess::awaitReady);
        this.publishers = new Publishers(kafka.bootstrapServers());
        this.events = new Events(kafka.bootstrapServers(), PARTITIONS);
    }

    private List<String> settings(String... more) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("spring.kafka.bootstrap-servers", kafka.bootstrapServers());
        all.put("docs-agent.api.base-url", sandbox.baseUrl());
        all.put("docs-agent.api.key-file", keyFile.toString());
        // Nothing can be written there: the worker needs no disk, so a full one cannot harm it.
        all.put("spring.kafka.streams.state-dir", "/proc/no-such-place");
        // Longer than a scenario may take: what a dead worker leaves open, another one must end.
        all.put("spring.kafka.streams.properties.transaction.timeout.ms", "300000");
        all.put("docs-agent.api.key-refresh", "500ms");
        all.put("docs-agent.api.connect-timeout", "2s");
        all.put("docs-agent.api.response-timeout", RESPONSE_TIMEOUT.toSeconds() + "s");
        all.put("docs-agent.topics.partitions", Integer.toString(PARTITIONS));
        all.put("docs-agent.quota.capacity", Integer.toString(CAPACITY));
        all.put("docs-agent.quota.period", PERIOD.toSeconds() + "s");
        // All brokers have this machine's clock.
        all.put("docs-agent.quota.margin", "1s");
        all.put("docs-agent.quota.straggler", STRAGGLER.toSeconds() + "s");
        all.put("docs-agent.publishers.batch.topic", Publishers.topicOf(Publishers.BATCH));
        all.put("docs-agent.publishers.batch.max-uses", Integer.toString(BUDGET));
        all.put("docs-agent.publishers.ci.topic", Publishers.topicOf(Publishers.CI));
        all.put("docs-agent.publishers.ci.weight", "3");
        all.put("docs-agent.dispatch.not-after", NOT_AFTER.toSeconds() + "s");
        all.put("docs-agent.queue.create-wait", "60s");
        all.put("docs-agent.poll.min-interval", "300ms");
        all.put("docs-agent.poll.max-interval", "2s");
        for (String setting : more) {
            String[] parts = setting.split("=", 2);
            all.put(parts[0], parts[1]);
        }
        List<String> arguments = new ArrayList<>();
        all.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        return arguments;
    }

    KafkaCluster kafka() {
        return kafka;
    }

    Sandbox sandbox() {
        return sandbox;
    }

    List<WorkerProcess> workers() {
        return workers;
    }

    WorkerProcess worker(int index) {
        return workers.get(index);
    }

    /** All but the first, which must live for as long as the cluster where its memory is watched. */
    List<WorkerProcess> victims() {
        return workers.subList(1, workers.size());
    }

    WorkerProcess anyVictim(SplittableRandom random) {
        return victims().get(random.nextInt(victims().size()));
    }

    /** The keys of a store's entries, over all partitions, according to its changelog. */
    Set<String> stored(String store) {
        Set<String> keys = new TreeSet<>();
        try (Topic changelog = Topic.committed(kafka.bootstrapServers(), changelogOf(store))) {
            changelog.each(record -> {
                String key = new String(record.key(), StandardCharsets.UTF_8);
                if (record.value() == null) {
                    keys.remove(key);
                } else {
                    keys.add(key);
                }
            });
        }
        return keys;
    }

    /** As the promises see it, if possible at a time at which nothing is reported while the topics are read. */
    History history(Scenario scenario, int budget) {
        Log log = new Log(kafka.bootstrapServers(), scenario.project(""), RESPONSE_TIMEOUT.plus(STRAGGLER));
        Map<String, History.Limit> budgets = Map.of(Publishers.BATCH, new History.Limit(budget, PERIOD));
        Evidence evidence = scenario.evidence();
        History history = evidence.history(log, budgets);
        for (int i = 0; i < READINGS && !scenario.evidence().events().equals(evidence.events()); i++) {
            evidence = scenario.evidence();
            history = evidence.history(log, budgets);
        }
        return history;
    }

    /** What a worker that takes over all partitions would read, once the workers' settings have had their time. */
    long changelogRecords() {
        return STORES.stream()
                .mapToLong(store -> {
                    try (Topic changelog = Topic.committed(kafka.bootstrapServers(), changelogOf(store))) {
                        return changelog.count();
                    }
                })
                .sum();
    }

    /** Minutes must do for what the worker gives Kafka longer for: the changelogs' segments end after ten minutes. */
    void compactSoon() {
        Collection<AlterConfigOp> soon =
                Map.of("segment.ms", "15000", "delete.retention.ms", "1000").entrySet().stream()
                        .map(entry -> new AlterConfigOp(
                                new ConfigEntry(entry.getKey(), entry.getValue()), AlterConfigOp.OpType.SET))
                        .toList();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
            STORES.forEach(
                    store -> changes.put(new ConfigResource(ConfigResource.Type.TOPIC, changelogOf(store)), soon));
            join(admin.incrementalAlterConfigs(changes).all());
        }
    }

    /** As a worker does that takes all others for dead. */
    void fenceAll() {
        try (Admin admin = kafka.admin()) {
            List<String> workers = join(admin.listTransactions().all()).stream()
                    .map(TransactionListing::transactionalId)
                    .filter(id -> id.matches("docs-agent-worker-\\p{XDigit}{8}-.+"))
                    .toList();
            join(admin.fenceProducers(workers).all());
        }
    }

    private static <T> T join(KafkaFuture<T> answer) {
        return answer.toCompletionStage().toCompletableFuture().join();
    }

    /** Waits for its members' sessions to end. */
    void deleteGroup(String group) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            Awaitility.await("group " + group + " is deleted")
                    .atMost(TO_RECOVER)
                    .ignoreExceptionsMatching(failure -> failure.getCause() instanceof GroupNotEmptyException)
                    .until(() -> {
                        admin.deleteConsumerGroups(List.of(group)).all().get();
                        return true;
                    });
        }
    }

    private static String changelogOf(String store) {
        return "docs-agent-worker-" + store + "-changelog";
    }

    /** Some worker that is alive, by the seed. */
    WorkerProcess anyWorker(SplittableRandom random) {
        List<WorkerProcess> alive =
                workers.stream().filter(WorkerProcess::isAlive).toList();
        return alive.get(random.nextInt(alive.size()));
    }

    void rotateKey(String key) {
        sandbox.acceptKeys(Set.of(key));
        writeKey(key);
    }

    void writeKey(String key) {
        try {
            Files.createDirectories(home);
            Files.writeString(keyFile, key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every worker runs and is ready; one that a scenario before has broken is replaced. */
    void whole() {
        notReady().stream()
                .filter(WorkerProcess::isAlive)
                .forEach(worker -> worker.process().kill());
        workers.stream().filter(worker -> !worker.isAlive()).forEach(WorkerProcess::start);
        workers.forEach(WorkerProcess::awaitReady);
    }

    private List<WorkerProcess> notReady() {
        return workers.stream().filter(worker -> !worker.isReady()).toList();
    }

    /** What has not recovered by itself, given half a minute. */
    private List<String> broken() {
        try {
            Awaitility.await().atMost(TO_RECOVER).until(() -> notReady().isEmpty());
            return List.of();
        } catch (ConditionTimeoutException e) {
            return notReady().stream()
                    .map(worker -> worker.name() + " has not become ready again: " + worker.readiness())
                    .toList();
        }
    }

    /** Runs the trace, waits until everything has ended, and holds what happened against every guarantee. */
    void run(String fault, Consumer<Scenario> trace) {
        whole();
        String prefix = "s" + NUMBERS.incrementAndGet() + "-";
        try (Scenario scenario = new Scenario(prefix, publishers, sandbox, events, random.split())) {
            List<String> broken = new ArrayList<>();
            try {
                trace.accept(scenario);
            } catch (RuntimeException | AssertionError failure) {
                scenario.timeline().note("failed: " + failure);
                broken.add("the trace broke off: " + failure);
            }
            scenario.settle();
            Evidence evidence = scenario.evidence();
            broken.addAll(scenario.unsettled());
            broken.addAll(broken());
            History history = history(scenario, BUDGET);
            PROMISES.stream().filter(scenario::isHeldTo).forEach(promise -> broken.addAll(promise.broken(history)));
            Results.add(new Results.Row(fault, evidence, QUOTA.broken(history).size(), broken.size()));
            if (!broken.isEmpty()) {
                fail(report(fault, prefix, broken, scenario.timeline()));
            }
        }
    }

    private String report(String fault, String prefix, List<String> broken, Timeline timeline) {
        String lines = broken.stream().limit(20).reduce("", (all, line) -> all + System.lineSeparator() + "  " + line);
        return """
                %s (commands %s…): %d promises were not kept%s
                timeline: %s
                seed %d, what the processes wrote is in %s; to repeat:
                  ./mvnw -f src/test/faults/pom.xml verify -Dfaults.seed=%d%s""".formatted(
                        fault,
                        prefix,
                        broken.size(),
                        lines,
                        timeline,
                        Options.seed(),
                        home,
                        Options.seed(),
                        Options.isLong() ? " -Dfaults.minutes=" + System.getProperty("faults.minutes") : "");
    }

    @Override
    public void close() {
        events.close();
        workers.forEach(WorkerProcess::close);
        publishers.close();
        kafka.close();
        sandbox.close();
        Results.print();
    }
}
