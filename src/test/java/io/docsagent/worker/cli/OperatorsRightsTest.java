package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.Tool.Result;
import io.docsagent.worker.harness.Right;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.SecuredBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** At a broker with TLS, logins and ACLs: the rights in the table are enough, and each missing one is named. */
@Order(2)
class OperatorsRightsTest {

    @Test
    void the_rights_are_enough_and_each_that_is_missing_is_named(@TempDir Path home) throws IOException {
        try (SecuredBroker broker = new SecuredBroker(home)) {
            String prefix = RunningWorker.newPrefix();
            String operations = prefix + ".operations";
            String events = prefix + ".job-status";
            String commands = prefix + ".commands";
            Stream.of(operations, events, commands).forEach(topic -> broker.create(new NewTopic(topic, 2, (short) 1)));
            broker.addUser(prefix);
            Tool tool = new Tool(Map.of(
                    "DOCS_AGENT_TOPICS_OPERATIONS", operations,
                    "DOCS_AGENT_TOPICS_JOB_STATUS", events,
                    "DOCS_AGENT_TOPICS_COMMANDS", commands));
            String config = config(home, broker.kafkaSettingsOf(prefix)).toString();
            String[] hold = {"hold", "--project", "docs", "--timeout", "1s", "--config", config};
            String[] status = {"status", "docs", "--config", config};
            List<Right> rights = Right.ofOperator(prefix);

            assertLacks(
                    tool.run(hold), "[" + operations + "]. Give it WRITE on " + operations + ", and READ on " + events);
            broker.allow(prefix, rights.subList(0, 1));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertLacks(tool.run(hold), "[" + events + "]. Give it WRITE on "));
            broker.allow(prefix, rights.subList(1, 2));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(tool.run(hold).status()).isEqualTo(7));

            assertLacks(tool.run(status), "[" + commands + "]. Give it READ on " + commands + ".");
            broker.allow(prefix, rights.subList(2, 3));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(tool.run(status).status()).isZero());
            assertThat(tool.run("usage", "--config", config).status()).isZero();
        }
    }

    private static void assertLacks(Result result, String named) {
        assertThat(result.status()).as(result.err()).isEqualTo(1);
        assertThat(result.err())
                .contains("The Kafka user has no right to use " + named)
                .hasLineCount(1);
    }

    private static Path config(Path home, Map<String, String> settings) throws IOException {
        Properties properties = new Properties();
        properties.putAll(settings);
        Path file = home.resolve("operator.properties");
        try (var writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
        return file;
    }
}
