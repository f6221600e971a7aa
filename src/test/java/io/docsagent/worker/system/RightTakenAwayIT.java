package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;

import io.docsagent.worker.gateway.GatewayStatus;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.Right;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.SecuredBroker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.acl.AclOperation;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A right that is taken away while the worker runs shows, and once it is back the worker goes on by itself. */
class RightTakenAwayIT {

    /** One second for each partition of the calls, and the commits and polls around. */
    private static final Duration RECOVERY = Duration.ofSeconds(30);

    @TempDir
    private static Path home;

    @Test
    void to_read_the_calls() {
        String prefix = RunningWorker.newPrefix();
        try (SecuredBroker broker = new SecuredBroker(home);
                Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"))) {
            broker.addUser(prefix);
            broker.allow(prefix, Right.ofWorker(prefix));
            broker.allow(prefix, Right.ofTopicMaker(prefix));
            String[] settings = broker.settingsOf(prefix).toArray(String[]::new);
            try (RunningWorker worker = RunningWorker.start(broker, sandbox, prefix, settings);
                    Publisher publisher = new Publisher(worker);
                    Subscriber events = new Subscriber(worker, "job-status")) {
                GatewayStatus gateway = worker.context().getBean(GatewayStatus.class);
                publisher.create("docs", "c1", "Write the quickstart");
                events.await(type("job.completed").and(command("c1")));

                List<Right> read = Right.ofWorker(prefix).stream()
                        .filter(right -> right.operation() == AclOperation.READ
                                && right.resource().name().equals(prefix + ".calls"))
                        .toList();
                broker.deny(prefix, read);
                Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !gateway.isConsuming());
                for (int i = 0; i < 20; i++) {
                    publisher.create("docs-" + i, "c2", "Write the quickstart");
                }

                broker.allow(prefix, read);
                Awaitility.await().atMost(RECOVERY).until(gateway::isConsuming);
                Awaitility.await()
                        .atMost(RECOVERY)
                        .until(() -> events.events(type("job.completed").and(command("c2")))
                                        .size()
                                == 20);
            }
        }
    }
}
