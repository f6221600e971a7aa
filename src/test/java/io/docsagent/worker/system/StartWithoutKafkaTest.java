package io.docsagent.worker.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.WorkerApplication;
import io.docsagent.worker.harness.ChildJvm;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker, as a process, whose Kafka is away says so and ends, soon. */
@Order(2)
class StartWithoutKafkaTest {

    /** What is promised is 15 s; a machine that runs other tests meanwhile takes several times as long to start a JVM. */
    private static final Duration SOON = Duration.ofSeconds(45);

    @TempDir
    private Path folder;

    @Test
    void where_nothing_listens() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        Path log = folder.resolve("worker.log");
        List<String> command = new ArrayList<>(List.of("-Xmx384m", "-XX:TieredStopAtLevel=1"));
        command.addAll(ChildJvm.onClasspath(WorkerApplication.class));
        command.addAll(List.of(
                "--spring.kafka.bootstrap-servers=127.0.0.1:" + port,
                "--docs-agent.api.base-url=http://127.0.0.1:9",
                "--docs-agent.api.key=a-key-of-tests",
                "--management.server.port=0"));
        long begun = System.nanoTime();
        try (ChildJvm worker = ChildJvm.start(log, command)) {
            worker.awaitEnd();
        }

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
        assertThat(Files.readString(log))
                .contains("The worker cannot start without Kafka.")
                .contains("no response from 127.0.0.1:" + port)
                .contains("SPRING_KAFKA_BOOTSTRAP_SERVERS")
                .doesNotContain("with this configuration")
                .doesNotContain("\tat ");
    }
}
