package io.docsagent.worker.demo;

import io.docsagent.worker.WorkerApplication;
import io.docsagent.worker.harness.SingleBroker;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.settings.WorkerProperties;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;
import org.springframework.test.util.TestSocketUtils;

/**
 * Runs the worker with all that it needs in one JVM: {@code ./mvnw spring-boot:test-run}.
 *
 * <p>The annotation makes this the class that test-run picks.
 */
@SpringBootApplication(proxyBeanMethods = false)
class DemoApplication {

    public static void main(String[] args) {
        new Screen().starting();
        new SpringApplicationBuilder(WorkerApplication.class, DemoApplication.class)
                .profiles("demo")
                .initializers(context -> startSandbox((GenericApplicationContext) context))
                .run(args);
    }

    /** Before the settings are read, for the worker must know its address. */
    private static void startSandbox(GenericApplicationContext context) {
        Sandbox sandbox = Sandbox.start(SandboxSettings.of("agent.kind=writer", "jobs.takes=1500ms"));
        context.registerBean("sandbox", Sandbox.class, () -> sandbox);
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "demo",
                        Map.of(
                                "docs-agent.api.base-url", sandbox.baseUrl(),
                                "management.server.port", freePort(8081))));
    }

    /** Not 0 itself: management and server would then be two ports. */
    private static int freePort(int preferred) {
        try (ServerSocket socket = new ServerSocket(preferred)) {
            return socket.getLocalPort();
        } catch (IOException taken) {
            return TestSocketUtils.findAvailableTcpPort();
        }
    }

    @Bean(destroyMethod = "destroy")
    EmbeddedKafkaKraftBroker demoBroker() {
        EmbeddedKafkaKraftBroker broker = SingleBroker.create();
        startQuietly(broker);
        return broker;
    }

    /** It formats its directory aloud. */
    private static void startQuietly(EmbeddedKafkaKraftBroker broker) {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            broker.afterPropertiesSet();
        } finally {
            System.setOut(out);
        }
    }

    /** Primary, because the tests' own broker lies on the class path too. */
    @Bean
    @Primary
    KafkaConnectionDetails demoConnection(EmbeddedKafkaKraftBroker broker) {
        return () -> List.of(broker.getBrokersAsString());
    }

    /** When all ends at once, the broker and its clients miss each other. */
    @Bean
    ApplicationListener<ContextClosedEvent> quietEnd(LoggingSystem logging) {
        return closed -> {
            logging.setLogLevel("org.apache.kafka", LogLevel.OFF);
            logging.setLogLevel("org.springframework.kafka.test", LogLevel.OFF);
        };
    }

    @Bean
    Tour tour(EmbeddedKafkaKraftBroker broker, WorkerProperties settings, Environment environment, Sandbox sandbox) {
        Kafka kafka = new Kafka(broker.getBrokersAsString(), settings.topics().names());
        return new Tour(kafka, sandbox.baseUrl(), environment);
    }
}
