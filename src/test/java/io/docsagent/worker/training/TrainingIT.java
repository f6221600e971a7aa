package io.docsagent.worker.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.WorkerApplication;
import io.docsagent.worker.harness.ChildJvm;
import io.docsagent.worker.harness.EmbeddedBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

/** The training's run, without a cache, which the JVM records of jars alone; .ci/image records one. */
class TrainingIT {

    private static final List<String> SANDBOX = List.of("-jar", "target/docs-agent-sandbox.jar");

    private final String brokers = new EmbeddedBroker().bootstrapServers();

    @Test
    void a_worker_gets_commands_ends_by_itself_and_leaves_no_topics_behind() throws Exception {
        Training.run(brokers, 200, worker(), SANDBOX);

        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
            assertThat(admin.listTopics().names().get()).noneMatch(topic -> topic.startsWith("docs-agent-training-"));
        }
    }

    @Test
    void a_worker_that_does_not_start_ends_the_training() {
        List<String> broken = new ArrayList<>(worker());
        broken.add("--docs-agent.topics.partitions=0");

        assertThatThrownBy(() -> Training.run(brokers, 200, broken, SANDBOX))
                .hasMessageStartingWith("The worker ended during the training; it logged last:")
                .hasMessageContaining("docs-agent.topics.partitions");
    }

    private static List<String> worker() {
        List<String> options = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED"));
        options.addAll(ChildJvm.onClasspath(WorkerApplication.class));
        return options;
    }
}
