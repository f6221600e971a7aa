package io.docsagent.worker.cli;

import static io.docsagent.worker.harness.Subscriber.type;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.Tool.Result;
import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Dead letters of a worker, shown and sent again. */
@Order(2)
class DeadLettersTest {

    private static final Broker BROKER = new EmbeddedBroker();

    @Test
    void what_a_closed_project_set_aside_is_sent_again_once_when_it_is_open() {
        String[] closed = {"docs-agent.publishers.default.projects=open-*"};
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = RunningWorker.start(BROKER, sandbox, closed)) {
            Tool tool = new Tool(worker);
            try (Publisher publisher = new Publisher(worker);
                    Subscriber letters = new Subscriber(worker, "requests-dlt")) {
                publisher.publish("""
                        {"type":"create","projectId":"closed","prompt":"Describe the export"}""");
                publisher.publish("no command");
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> letters.records().size() == 2);
            }

            Result list = tool.run("dlt", "list");
            assertThat(list.status()).as(list.err()).isZero();
            assertThat(list.out())
                    .startsWith("Dead letters on " + worker.topic("requests-dlt"))
                    .hasLineCount(4)
                    .contains("count", "is not open to this publisher")
                    .doesNotContain("export");
            assertMisused(tool);
            assertThat(tool.run("dlt", "list", "--reason", "no such reason").out())
                    .isEqualTo("No dead letters on " + worker.topic("requests-dlt") + "\n");
            assertThat(tool.run("dlt", "list", "--values", "--reason", "not open")
                            .out())
                    .contains("Describe the export")
                    .doesNotContain("no command");

            worker.stop();
            worker.startAgain("docs-agent.publishers.default.projects=*");
            try (Subscriber events = new Subscriber(worker, "job-status")) {
                assertThat(tool.run("dlt", "redrive", "--reason", "not open", "--dry-run")
                                .out())
                        .contains("      1  to " + worker.topic("requests"), "would send 1, skipped 0");
                assertThat(tool.run("dlt", "redrive", "--reason", "not open").out())
                        .contains("sent 1, skipped 0");
                assertThat(tool.run("dlt", "redrive", "--reason", "not open").out())
                        .contains("sent 1, skipped 0");

                events.await(type("job.completed"));
                events.await(type("command.duplicate"));
                assertThat(sandbox.journal().entries().stream().filter(entry -> entry.isPost()))
                        .hasSize(1);
            }
        }
    }

    @Test
    void a_record_that_comes_back_three_times_is_left_and_a_group_goes_on_where_it_was() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = RunningWorker.start(BROKER, sandbox);
                Publisher publisher = new Publisher(worker);
                Subscriber letters = new Subscriber(worker, "requests-dlt")) {
            Tool tool = new Tool(worker);
            String[] redrive = {"dlt", "redrive", "--resume", worker.prefix() + "-redrive"};
            publisher.publish("no command");
            for (int times = 1; times <= 3; times++) {
                int sofar = times;
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> letters.records().size() == sofar);
                assertThat(tool.run(redrive).out()).contains("sent 1, skipped 0");
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> letters.records().size() == 4);
            assertThat(tool.run(redrive).out()).contains("sent 0, skipped 1", "come back 3 times");
            assertThat(tool.run(redrive).out()).contains("sent 0, skipped 0");
            assertThat(letters.records())
                    .allSatisfy(letter ->
                            assertThat(new String(letter.value(), UTF_8)).isEqualTo("no command"));
        }
    }

    private static void assertMisused(Tool tool) {
        assertThat(tool.run("dlt").err()).contains("list or redrive");
        Result offsets = tool.run("dlt", "list", "--offsets", "all");
        assertThat(offsets.status()).isEqualTo(2);
        assertThat(offsets.err()).contains("--offsets", "PARTITION:FROM-TO");
        Result none = tool.run("dlt", "redrive", "--max", "0");
        assertThat(none.status()).isEqualTo(2);
        assertThat(none.err()).contains("--max", "at least 1", "Try dlt redrive --help");
        Result missing = tool.run("dlt", "list", "--dlt", "nothing-here");
        assertThat(missing.status()).isEqualTo(1);
        assertThat(missing.err()).contains("nothing-here", "--dlt");
    }
}
