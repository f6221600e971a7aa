package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.KafkaCluster;
import io.docsagent.worker.harness.KafkaNode;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker loses the end of a topic of commands: new commands get offsets that were read before. */
class LostEndIT {

    private static final int BEFORE = 8;
    private static final int AFTER = 7;

    @Test
    void commands_at_offsets_that_were_read_before_are_sent(@TempDir Path home) throws Exception {
        try (KafkaCluster kafka = KafkaCluster.start(home, 1);
                Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"));
                RunningWorker worker = RunningWorker.start(
                        kafka, sandbox, "spring.kafka.bootstrap-servers=" + kafka.bootstrapServers())) {
            publish(worker, "old", BEFORE);
            try (Subscriber events = new Subscriber(worker, "job-status")) {
                events.awaitCount(BEFORE, type("job.completed"));
            }
            worker.stop();
            KafkaNode node = kafka.nodes().getFirst();
            node.process().kill();
            loseEnd(home.resolve("broker-1/data"), worker.topic("requests"));
            node.start();
            kafka.awaitAll();

            publish(worker, "new", AFTER);
            worker.startAgain();

            try (Subscriber events = new Subscriber(worker, "job-status")) {
                for (int i = 0; i < AFTER; i++) {
                    events.await(type("job.completed").and(command("new" + i)));
                }
            }
            assertThat(sandbox.journal().posts("docs")).hasSize(BEFORE + AFTER);
        }
    }

    /** More than a third of the records, without the broker's knowledge of how far it had written. */
    private static void loseEnd(Path data, String topic) throws IOException {
        try (FileChannel log =
                FileChannel.open(data.resolve(topic + "-0/00000000000000000000.log"), StandardOpenOption.WRITE)) {
            log.truncate(log.size() * 5 / 8);
        }
        Files.writeString(data.resolve("recovery-point-offset-checkpoint"), "0\n0\n");
    }

    private static void publish(RunningWorker worker, String name, int commands) {
        try (Publisher publisher = new Publisher(worker)) {
            for (int i = 0; i < commands; i++) {
                publisher.publish(
                        0,
                        "docs",
                        "{\"type\":\"create\",\"projectId\":\"docs\",\"commandId\":\"" + name + i
                                + "\",\"prompt\":\"Describe the export\"}");
            }
        }
    }
}
