package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.gateway.GatewayStatus;
import io.docsagent.worker.harness.CapturesOutput;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.Right;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.SecuredBroker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;

/**
 * A right that is taken away while the worker runs shows all the time, with two lines in the log, and once it is back
 * the worker goes on by itself.
 */
@CapturesOutput
class RightTakenAwayIT {

    private static final Logger log = LoggerFactory.getLogger(RightTakenAwayIT.class);

    private static final int COMMANDS = 20;
    private static final Duration TO_SHOW = Duration.ofSeconds(30);
    private static final Duration RECOVERY = Duration.ofSeconds(15);

    /** Longer than a call takes here, and shorter than a right is away. */
    private static final String STALLED_AFTER = "docs-agent.health.stalled-after=10s";

    @TempDir
    private static Path home;

    private static SecuredBroker broker;
    private static Sandbox sandbox;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

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

    /** Reads of the calls, for which nothing failed before, and nothing was shown, are away for a minute. */
    @ParameterizedTest
    @CsvSource({
        "WRITE, TRANSACTIONAL_ID, -, 20",
        "WRITE, TOPIC, .job-status, 20",
        "READ, TOPIC, .requests, 20",
        "READ, TOPIC, .calls, 60",
        "READ, GROUP, -gateway, 20",
        "READ, TOPIC, .inputs, 20",
        "READ, GROUP, '', 20",
        "WRITE, TOPIC, .inputs, 20",
        "WRITE, TOPIC, .calls, 20",
        "WRITE, TOPIC, .commands, 20",
    })
    void shows_and_is_used_again(
            AclOperation operation, ResourceType type, String end, int seconds, CapturedOutput output) {
        takeAway(operation, type, end, seconds, 1, output);
    }

    /** A right that is away for longer than clients keep what they know of topics, which is 5 minutes in production. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void is_used_again_though_no_client_could_see_the_topic(int instances, CapturedOutput output) {
        takeAway(
                AclOperation.READ,
                ResourceType.TOPIC,
                ".requests",
                20,
                instances,
                output,
                "spring.kafka.streams.properties.metadata.max.age.ms=5000");
        assertThat(output.toString().lines())
                .filteredOn(line -> line.contains("cannot see a topic"))
                .hasSize(instances);
    }

    private void takeAway(
            AclOperation operation,
            ResourceType type,
            String end,
            int seconds,
            int instances,
            CapturedOutput output,
            String... further) {
        String prefix = RunningWorker.newPrefix();
        broker.addUser(prefix);
        broker.allow(prefix, Right.ofWorker(prefix));
        broker.allow(prefix, Right.ofTopicMaker(prefix));
        List<Right> taken = Right.ofWorker(prefix).stream()
                .filter(right -> right.operation() == operation
                        && right.resource().resourceType() == type
                        && right.resource().name().equals(prefix + end))
                .toList();
        assertThat(taken).hasSize(1);
        List<String> settings = new ArrayList<>(broker.settingsOf(prefix));
        settings.add(STALLED_AFTER);
        settings.addAll(List.of(further));
        try (RunningWorker worker = start(prefix, settings);
                RunningWorker second = instances == 2 ? start(prefix, settings) : null;
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            GatewayStatus gateway = worker.context().getBean(GatewayStatus.class);
            boolean isOfGateway = operation == AclOperation.READ && (end.equals(".calls") || end.equals("-gateway"));
            publisher.create("docs", "c1", "Write the quickstart");
            events.await(type("job.completed").and(command("c1")));
            int linesBefore = output.toString().length();

            broker.deny(prefix, taken);
            for (int i = 0; i < COMMANDS; i++) {
                publisher.create("docs-" + i, "c2", "Write the quickstart");
            }
            Awaitility.await().atMost(TO_SHOW).until(() -> readiness(worker).contains("deniedRights"));
            Duration away = Duration.ofSeconds(seconds);
            Awaitility.await()
                    .during(away)
                    .atMost(away.plus(TO_SHOW))
                    .until(() -> shows(readiness(worker), operation, prefix + end)
                            && (!isOfGateway || !gateway.isConsuming()));
            if (isOfGateway) {
                assertThat(readiness(worker))
                        .contains("calls of 20 projects: docs-")
                        .contains("\"progress\":{");
                assertThat(status(readiness(worker), "progress")).isEqualTo("OUT_OF_SERVICE");
            }
            assertThat(completed(events)).as("while it is away").isZero();

            broker.allow(prefix, taken);
            Instant back = Instant.now();
            Awaitility.await().atMost(RECOVERY).until(() -> completed(events) == COMMANDS);
            log.info("{} {} {}: sent again after {}", operation, type, end, Duration.between(back, Instant.now()));
            Awaitility.await().atMost(TO_SHOW).until(() -> isUp(worker) && (second == null || isUp(second)));
            assertThat(events.events(type("command.unknown"))).isEmpty();
            List<String> lines =
                    output.toString().substring(linesBefore).lines().toList();
            assertThat(lines)
                    .filteredOn(line -> line.contains("lacks the right"))
                    .hasSize(instances);
            assertThat(lines)
                    .filteredOn(line -> line.contains("has this right again"))
                    .hasSize(instances);
            assertThat(lines)
                    .filteredOn(line -> line.contains(" WARN ") || line.contains(" ERROR "))
                    .hasSizeLessThan(12);
        }
    }

    private static RunningWorker start(String prefix, List<String> settings) {
        return RunningWorker.start(broker, sandbox, prefix, settings.toArray(String[]::new));
    }

    private static boolean isUp(RunningWorker worker) {
        return readiness(worker).contains("\"status\":\"UP\"}")
                && !readiness(worker).contains("OUT_OF_SERVICE");
    }

    private static boolean shows(String readiness, AclOperation operation, String name) {
        return status(readiness, "kafka").equals("OUT_OF_SERVICE")
                && readiness.contains("\"deniedRights\":[\"" + operation)
                && (readiness.contains(name) || readiness.contains("on transactional ids"));
    }

    /** The status of one contributor, which follows its details. */
    private static String status(String readiness, String contributor) {
        String own = readiness.substring(readiness.indexOf("\"" + contributor + "\":{\"details\""));
        String rest = own.substring(own.indexOf("\"status\":\"") + 10);
        return rest.substring(0, rest.indexOf('"'));
    }

    private static int completed(Subscriber events) {
        return events.events(type("job.completed").and(command("c2"))).size();
    }

    private static String readiness(RunningWorker worker) {
        String port = worker.context().getEnvironment().getRequiredProperty("local.management.port");
        URI uri = URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness");
        try {
            return HTTP.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
