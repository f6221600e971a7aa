package io.docsagent.worker.bench.peers;

import java.io.IOException;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.ExponentialBackOff;

/** A listener with a thread per partition that waits for a token, calls the service, and sends what it said. */
// No @SpringBootApplication: the tests would find it, and the worker's scan in them.
@EnableAutoConfiguration
public class KafkaListenerPeer {

    private final Buckets buckets;
    private final AgentJobService service;
    private final KafkaTemplate<String, String> kafka;
    private final PeerSettings settings;

    KafkaListenerPeer(KafkaTemplate<String, String> kafka, Environment environment) {
        this.settings = PeerSettings.of(environment.getRequiredProperty("peer", String[].class));
        this.buckets = new Buckets(settings);
        this.service = new AgentJobService(settings.baseUrl());
        this.kafka = kafka;
    }

    public static void main(String[] arguments) {
        PeerSettings settings = PeerSettings.of(arguments);
        SpringApplication application = new SpringApplication(KafkaListenerPeer.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(Map.of(
                "peer",
                arguments,
                "requests",
                settings.requests(),
                "spring.kafka.bootstrap-servers",
                settings.brokers(),
                "spring.kafka.consumer.group-id",
                settings.group(),
                "spring.kafka.consumer.auto-offset-reset",
                "earliest",
                "spring.kafka.consumer.properties.session.timeout.ms",
                PeerSettings.SESSION_TIMEOUT_MILLIS,
                "spring.kafka.listener.concurrency",
                PeerSettings.PARTITIONS));
        // Another name than the worker's settings, which lie on this class path too.
        application.run("--spring.config.name=peer");
    }

    @KafkaListener(topics = "${requests}")
    void on(String value) throws IOException, InterruptedException {
        Command command = Command.read(value);
        buckets.of(command.projectId()).asBlocking().consume(1);
        String answer = service.create(command);
        var unused = kafka.send(settings.events(), command.projectId(), command.event("job.active", answer));
    }

    /** Again and again, ever less often: Spring's default gives a command up after ten tries without a pause. */
    @Bean
    static DefaultErrorHandler retries() {
        ExponentialBackOff backOff = new ExponentialBackOff(1_000, 2);
        backOff.setMaxInterval(10_000);
        return new DefaultErrorHandler(backOff);
    }
}
