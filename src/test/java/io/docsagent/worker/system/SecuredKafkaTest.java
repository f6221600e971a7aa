package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.MostlyWaits;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.Right;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.SecuredBroker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worker over TLS and SCRAM, with no more rights than k8s/README.md lists. */
@MostlyWaits
class SecuredKafkaTest {

    @Test
    void the_listed_rights_are_enough(@TempDir Path home) {
        String prefix = RunningWorker.newPrefix();
        try (SecuredBroker broker = new SecuredBroker(home);
                Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"))) {
            broker.addUser(prefix);
            broker.allow(prefix, Right.ofWorker(prefix));
            broker.allow(prefix, Right.ofTopicMaker(prefix));
            String[] settings = broker.settingsOf(prefix).toArray(String[]::new);
            try (RunningWorker worker = RunningWorker.start(broker, sandbox, prefix, settings);
                    Publisher publisher = new Publisher(worker);
                    Subscriber events = new Subscriber(worker, "job-status");
                    Subscriber deadLetters = new Subscriber(worker, "requests-dlt")) {
                publisher.publish("no command");
                publisher.create("docs", "c1", "Write the quickstart");

                assertThat(events.await(type("job.completed").and(command("c1")))
                                .get("prLink")
                                .asString())
                        .startsWith("https://");
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> !deadLetters.records().isEmpty());
            }
        }
    }
}
