package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.junit.jupiter.api.Test;

/** One setting keeps two installations on one cluster apart. */
class TwoInstallationsIT {

    @Test
    void each_has_names_of_its_own_and_sends_its_own_commands() throws Exception {
        var broker = new EmbeddedBroker();
        String one = RunningWorker.newPrefix() + ".";
        String other = RunningWorker.newPrefix() + ".";
        try (Sandbox sandboxOfOne = Sandbox.start(SandboxSettings.of());
                Sandbox sandboxOfOther = Sandbox.start(SandboxSettings.of());
                RunningWorker workerOfOne = RunningWorker.ofInstallation(broker, sandboxOfOne, one);
                RunningWorker workerOfOther = RunningWorker.ofInstallation(broker, sandboxOfOther, other);
                Publisher publisher = new Publisher(workerOfOne);
                Publisher otherPublisher = new Publisher(workerOfOther);
                Subscriber events = new Subscriber(workerOfOne, "job-status");
                Subscriber otherEvents = new Subscriber(workerOfOther, "job-status")) {
            publisher.create("docs", "c1", "Write the quickstart");
            otherPublisher.create("docs", "c1", "Write the tutorial");
            events.await(type("job.completed"));
            otherEvents.await(type("job.completed"));

            assertThat(sandboxOfOne.journal().posts("docs")).hasSize(1);
            assertThat(sandboxOfOther.journal().posts("docs")).hasSize(1);
            try (Admin admin = broker.admin()) {
                assertThat(admin.listTopics().names().get())
                        .filteredOn(topic -> topic.startsWith(one))
                        .hasSize(14)
                        .contains(one + "docs-agent.requests", one + "docs-agent-worker-projects-changelog");
                assertThat(admin.listGroups().all().get().stream().map(GroupListing::groupId))
                        .containsAll(List.of(
                                one + "docs-agent-worker",
                                one + "docs-agent-gateway",
                                other + "docs-agent-worker",
                                other + "docs-agent-gateway"));
            }
        }
    }
}
