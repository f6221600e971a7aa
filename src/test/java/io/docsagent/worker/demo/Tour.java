package io.docsagent.worker.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.env.Environment;

/** Publishes the examples, and shows all that happens until the demo is stopped. */
final class Tour implements ApplicationRunner, DisposableBean {

    /** For the ends of the jobs; after that, the next steps are shown without them. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

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
        kafka.publish(Examples.first(Instant.now()));
        thread.start();
    }

    private void watch() {
        try (KafkaConsumer<byte[], byte[]> consumer = kafka.subscribe()) {
            Set<String> toChange = new HashSet<>(Examples.WAITING);
            int jobs = Examples.JOBS;
            long end = System.nanoTime() + PATIENCE.toNanos();
            boolean isShown = false;
            while (!closed) {
                for (Line line : show(consumer)) {
                    if (line.isQueued() && toChange.remove(line.command()) && toChange.isEmpty()) {
                        kafka.publish(Examples.last(Instant.now()));
                    }
                    if (line.isEndOfJob()) {
                        jobs--;
                    }
                }
                if (!isShown && (jobs <= 0 || System.nanoTime() > end)) {
                    isShown = true;
                    showStates();
                    screen.print(NextSteps.text(kafka, pages, environment.getRequiredProperty("local.server.port")));
                }
            }
        }
    }

    private void showStates() {
        screen.print(System.lineSeparator() + "The state of each command, from "
                + kafka.topics().commands() + ":");
        kafka.commands().stream()
                .map(Line::ofCommand)
                .sorted(Comparator.comparing(Line::time))
                .forEach(screen::print);
    }

    private List<Line> show(KafkaConsumer<byte[], byte[]> consumer) {
        var lines = StreamSupport.stream(consumer.poll(Duration.ofMillis(200)).spliterator(), false)
                .map(kafkaRecord -> Line.of(kafkaRecord, kafka.topics()))
                .sorted(Comparator.comparing(Line::time))
                .toList();
        lines.forEach(screen::print);
        return lines;
    }

    /** Before the broker goes. */
    @Override
    public void destroy() throws InterruptedException {
        closed = true;
        thread.join();
    }
}
