package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.of;
import static io.docsagent.worker.harness.Subscriber.type;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The largest command that a raised limit allows goes all the way, on topics that the worker made for it. */
class LargeCommandsKafkaTest {

    private static final int MAX_BYTES = 2 * 1024 * 1024;

    /** The escape in JSON of the longest: six bytes for one. */
    private static final String CONTROL = "\\u0001";

    @Test
    void a_full_prompt_and_full_metadata_come_back_in_the_events() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms", "http.max-body=4MB"));
                RunningWorker worker = RunningWorker.start(
                        new EmbeddedBroker(), sandbox, "docs-agent.requests.max-bytes=" + MAX_BYTES + "B");
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            assertThat(publisher.publish(null, full("known", "")).serializedValueSize())
                    .isEqualTo(MAX_BYTES);
            publisher.publish(null, full("unknown", "[drop after] "));

            JsonNode metadata =
                    events.await(type("job.completed").and(of("known"))).get("metadata");

            assertThat(metadata.size()).isEqualTo(16);
            assertThat(metadata)
                    .allSatisfy(value -> assertThat(value.asString()).isEqualTo("\u0001".repeat(4_096)));
            assertThat(events.await(type("command.unknown").and(of("unknown"))).get("metadata"))
                    .isEqualTo(metadata);
            String prompt = sandbox.journal().posts("known").getFirst().prompt();
            assertThat(String.valueOf(prompt).getBytes(UTF_8).length)
                    .isGreaterThan(MAX_BYTES - 16 * 6 * (4_096 + 128) - 500);
        }
    }

    private static byte[] full(String project, String directives) {
        String metadata = IntStream.range(0, 16)
                .mapToObj(i -> "\"%s%c\":\"%s\"".formatted(CONTROL.repeat(127), 'a' + i, CONTROL.repeat(4_096)))
                .collect(Collectors.joining(",", "{", "}"));
        String command = "{\"type\":\"create\",\"projectId\":\"%s\",\"metadata\":%s,\"prompt\":\"%s\"}"
                .formatted(project, metadata, directives);
        String prompt = "\uD83D\uDE42".repeat((MAX_BYTES - command.length()) / 4);
        int rest = MAX_BYTES - command.length() - prompt.getBytes(UTF_8).length;
        return (command.substring(0, command.length() - 2) + prompt + "x".repeat(rest) + "\"}").getBytes(UTF_8);
    }
}
