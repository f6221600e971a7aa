package io.docsagent.worker.system;

import io.docsagent.worker.WorkerApplication;
import io.docsagent.worker.harness.ChildJvm;
import io.docsagent.worker.harness.Right;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.SecuredBroker;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each right that k8s/README.md lists is needed, and where it is missing the worker's log names it. */
class KafkaRightsIT {

    @TempDir
    static Path home;

    private static SecuredBroker broker;
    private static Sandbox sandbox;

    @BeforeAll
    static void start() {
        broker = new SecuredBroker(home);
        sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
    }

    @AfterAll
    static void stop() {
        sandbox.close();
        broker.close();
    }

    static IntStream rights() {
        List<Right> all = rights("any");
        return IntStream.range(0, all.size()).filter(i -> all.get(i).isNeededAtOnce());
    }

    private static List<Right> rights(String prefix) {
        List<Right> all = new ArrayList<>(Right.ofWorker(prefix));
        all.add(Right.toRead(prefix + ".requests.chat"));
        return all;
    }

    @ParameterizedTest
    @MethodSource("rights")
    void is_needed_and_named(int missing) throws Exception {
        String prefix = RunningWorker.newPrefix();
        List<Right> rights = rights(prefix);
        Right right = rights.remove(missing);
        broker.addUser(prefix);
        broker.allow(prefix, rights);
        createTopics(prefix);
        publish(prefix + ".requests");
        Path log = Path.of("target", "rights", right + ".log");
        Files.deleteIfExists(log);

        List<String> command = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1"));
        command.addAll(ChildJvm.onClasspath(WorkerApplication.class));
        List<String> settings = new ArrayList<>(RunningWorker.settingsOf(prefix, sandbox));
        settings.add("docs-agent.api.key=" + RunningWorker.KEY);
        settings.add("docs-agent.publishers.chat.topic=" + prefix + ".requests.chat");
        settings.addAll(broker.settingsOf(prefix));
        settings.forEach(setting -> command.add("--" + setting));
        ChildJvm worker = ChildJvm.start(log, command);
        try {
            Awaitility.await(right.toString())
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> named(right).stream().anyMatch(Files.readString(log)::contains));
        } finally {
            worker.kill();
        }
    }

    /** The texts of which the log must hold one. */
    private static List<String> named(Right right) {
        String resource = right.resource().name();
        return switch (right.resource().resourceType()) {
            case GROUP -> List.of("lacks the right READ on group " + resource);
            case TRANSACTIONAL_ID -> List.of("lacks the right WRITE on transactional ids that begin with");
            default ->
                resource.endsWith("-")
                        ? List.of(
                                "Not authorized to access topics: [" + resource,
                                "Could not create topic " + resource,
                                "lacks the right " + right.operation() + " on topic " + resource)
                        : List.of(
                                "lacks the right " + right.operation() + " on topic " + resource,
                                "Not authorized to access topics: [" + resource + "]",
                                "cannot see the topic " + resource + " and may not create it");
        };
    }

    /** A command, so that every right is made use of. */
    private static void publish(String topic) {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            var unused = producer.send(new ProducerRecord<>(
                    topic, "{\"type\":\"create\",\"projectId\":\"docs\",\"prompt\":\"Write the quickstart\"}"));
        }
    }

    private static void createTopics(String prefix) {
        broker.create(Stream.concat(Right.TOPICS.stream(), Stream.of("requests.chat"))
                .map(name -> new NewTopic(prefix + "." + name, 3, (short) 1)
                        .configs(Map.of(
                                "message.timestamp.type",
                                name.equals("inputs") ? "LogAppendTime" : "CreateTime",
                                "cleanup.policy",
                                name.equals("commands") ? "compact" : "delete",
                                "max.message.bytes",
                                "4194304")))
                .toArray(NewTopic[]::new));
    }
}
