package io.docsagent.worker.engine;

import io.docsagent.worker.clock.Alarms;
import io.docsagent.worker.clock.LogClocks;
import io.docsagent.worker.clock.RecordedAlarms;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.Partitions;
import io.docsagent.worker.contract.Topics;
import io.docsagent.worker.engine.EngineProcessor.Dependencies;
import io.docsagent.worker.ingress.CommandReader;
import io.docsagent.worker.ingress.CommitPolicy;
import io.docsagent.worker.ingress.DeadLetters;
import io.docsagent.worker.ingress.IngressTopology;
import io.docsagent.worker.ingress.Intake;
import io.docsagent.worker.ingress.OperationReader;
import io.docsagent.worker.ingress.Publishers;
import io.docsagent.worker.ingress.PullRequestReader;
import io.docsagent.worker.ingress.Readers;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The topology on the test driver, with the engine's dependencies to look at. */
public final class Driven implements AutoCloseable {

    static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

    static final int MAX_BYTES = 1024 * 1024;

    private static final String APPLICATION = "driven";
    public static final Topics TOPICS = new Topics(
            "requests", "inputs", "calls", "events", "commands", "dlt", "operations", "operations-dlt", "pulls");

    static final Publishers PUBLISHERS = Readers.publishers("topics.requests", TOPICS.requests());

    final RecordedAlarms alarms = new RecordedAlarms();
    final RecordedWatch watch = new RecordedWatch();
    final Dependencies dependencies;
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> requests;
    private final TestInputTopic<byte[], byte[]> operations;
    private final TestInputTopic<byte[], byte[]> pullRequests;
    private final TestInputTopic<String, byte[]> inputs;

    Driven() {
        this(Map.of());
    }

    Driven(Map<String, String> settings) {
        dependencies = dependencies(alarms, watch, settings);
        Topology topology = new Topology();
        var ingress = new IngressTopology(
                TOPICS,
                new Intake(PUBLISHERS.topics(), new CommandReader(MAX_BYTES, PUBLISHERS)),
                new Intake(List.of(TOPICS.operations()), new OperationReader(MAX_BYTES)),
                new Intake(List.of(TOPICS.pullRequests()), new PullRequestReader(MAX_BYTES)),
                dependencies.deadLetters(),
                (reading, topic) -> {},
                topics -> topics.stream().collect(Collectors.toMap(topic -> topic, topic -> "id of " + topic)),
                Clock.fixed(START, ZoneOffset.UTC));
        new EngineTopology(TOPICS, ingress, dependencies, Map.of()).addTo(topology);
        Properties config = new Properties();
        config.put("application.id", APPLICATION);
        driver = new TopologyTestDriver(topology, config, START);
        requests = driver.createInputTopic(TOPICS.requests(), new ByteArraySerializer(), new ByteArraySerializer());
        operations = driver.createInputTopic(TOPICS.operations(), new ByteArraySerializer(), new ByteArraySerializer());
        pullRequests =
                driver.createInputTopic(TOPICS.pullRequests(), new ByteArraySerializer(), new ByteArraySerializer());
        inputs = driver.createInputTopic(TOPICS.inputs(), new StringSerializer(), new ByteArraySerializer());
    }

    static Dependencies dependencies(Alarms alarms, JobWatch watch) {
        return dependencies(alarms, watch, Map.of());
    }

    static WorkerProperties settings(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(more);
        all.put("docs-agent.api.base-url", "http://localhost:1");
        all.put("docs-agent.api.key", "k");
        all.put("docs-agent.requests.max-bytes", MAX_BYTES + "B");
        return new Binder(new MapConfigurationPropertySource(all))
                .bind("docs-agent", WorkerProperties.class)
                .get();
    }

    static Dependencies dependencies(Alarms alarms, JobWatch watch, Map<String, String> more) {
        return dependencies(alarms, watch, more, 1);
    }

    static Dependencies dependencies(Alarms alarms, JobWatch watch, Map<String, String> more, int partitions) {
        return new Dependencies(
                new Policies(settings(more)),
                new LiveProjects(),
                new EngineProcessor.Schedules(alarms, watch),
                new EngineObserver() {},
                new DeadLetters(1_000_000),
                new EngineProcessor.Inputs(
                        TOPICS.inputs(), new Partitions(partitions), LogClocks.of(InstantSource.fixed(START))),
                new CommitPolicy(System::nanoTime));
    }

    void publish(String json) {
        publish(json.getBytes(StandardCharsets.UTF_8), new RecordHeaders());
    }

    void operate(String json) {
        operations.pipeInput(new TestRecord<>(null, json.getBytes(StandardCharsets.UTF_8), START));
    }

    void report(String json) {
        pullRequests.pipeInput(new TestRecord<>(null, json.getBytes(StandardCharsets.UTF_8), START));
    }

    void publish(byte[] value, Headers headers) {
        requests.pipeInput(new TestRecord<>(null, value, headers, START));
    }

    void create(String project, String commandId) {
        publish("{\"type\":\"create\",\"projectId\":\"%s\",\"commandId\":\"%s\",\"prompt\":\"p\"}"
                .formatted(project, commandId));
    }

    void answer(GatewayRequest call, Answer answer) {
        input(new Input.CallAnswered(call.projectId(), call.callId(), answer));
    }

    void input(Input input) {
        inputs.pipeInput(input.projectId(), Format.of(Input.class).write(input), START.plusSeconds(1));
    }

    void rawInput(@Nullable String project, byte @Nullable [] value) {
        inputs.pipeInput(project, value, START);
    }

    static Answer accepted(String jobId) {
        return new Answer.Accepted(201, new JobSnapshot(jobId, "active", null, null, null, null, null));
    }

    List<GatewayRequest> requests() {
        return read(TOPICS.calls()).stream()
                .map(record -> Format.of(GatewayRequest.class).read(record.value()))
                .toList();
    }

    List<TestRecord<String, byte[]>> events() {
        return read(TOPICS.jobStatus());
    }

    List<TestRecord<String, byte[]>> deadLetters() {
        return read(TOPICS.requestsDlt());
    }

    /** Everything that was written for a store, as a new owner would read it. */
    List<TestRecord<String, byte[]>> changelog(String store) {
        return read(APPLICATION + "-" + store + "-changelog");
    }

    private List<TestRecord<String, byte[]>> read(String topic) {
        return driver.createOutputTopic(topic, new StringDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    @Override
    public void close() {
        driver.close();
    }
}
