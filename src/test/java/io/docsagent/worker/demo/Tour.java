package io.docsagent.worker.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.env.Environment;

/** Publishes the examples, and shows all that happens until the demo is stopped. */
final class Tour implements ApplicationRunner, DisposableBean {

    /** When to say what to try next even though a job has not ended. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Kafka kafka;
    private final String pages;
    private final Environment environment;
    private final Screen screen = new Screen();
    private final Thread thread = new Thread(this::watch, "tour");
    private volatile boolean closed;

    Tour(Kafka kafka, String pages, Environment environment) {
        this.kafka = kafka;
        this.pages = pages;
        this.environment = environment;
    }

    @Override
    public void run(ApplicationArguments args) {
        screen.header();
        kafka.publish(Examples.all(Instant.now()));
        thread.start();
    }

    private void watch() {
        try (KafkaConsumer<byte[], byte[]> consumer = kafka.subscribe()) {
            Instant patientUntil = Instant.now().plus(PATIENCE);
            int ended = 0;
            boolean told = false;
            while (!closed) {
                ended += show(consumer);
                if (!told && (ended >= Examples.JOBS || Instant.now().isAfter(patientUntil))) {
                    showStates();
                    screen.print(NextSteps.text(kafka, pages, environment.getRequiredProperty("local.server.port")));
                    told = true;
                }
            }
        }
    }

    private void showStates() {
        screen.print(System.lineSeparator() + "How each command stands, from "
                + kafka.topics().commands() + ":");
        kafka.commands().stream()
                .map(Line::ofCommand)
                .sorted(Comparator.comparing(Line::time))
                .forEach(screen::print);
    }

    /** @return how many jobs ended */
    private int show(KafkaConsumer<byte[], byte[]> consumer) {
        var lines = StreamSupport.stream(consumer.poll(Duration.ofMillis(200)).spliterator(), false)
                .map(kafkaRecord -> Line.of(kafkaRecord, kafka.topics()))
                .sorted(Comparator.comparing(Line::time))
                .toList();
        lines.forEach(screen::print);
        return (int) lines.stream().filter(Line::isEndOfJob).count();
    }

    /** Before the broker goes. */
    @Override
    public void destroy() throws InterruptedException {
        closed = true;
        thread.join();
    }
}
