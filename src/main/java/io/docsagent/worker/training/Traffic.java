package io.docsagent.worker.training;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commands of many projects, in the order in which a worker meets them: single ones first, then a burst. */
final class Traffic implements AutoCloseable {

    static final String REQUESTS = "-requests";
    static final String JOB_STATUS = "-job-status";

    private static final Logger log = LoggerFactory.getLogger(Traffic.class);

    private static final int PROJECTS = 200;
    private static final int SINGLE = 50;

    /** One job in so many gets a second command, and one command in so many is no command at all. */
    private static final int FOLLOWED = 10;

    private static final int MALFORMED = 100;

    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration TO_END = Duration.ofMinutes(5);
    private static final String COMPLETED = "io.docsagent.job.completed.v1";

    private final Map<String, Object> kafka;
    private final String name;
    private final int jobs;

    /** @param name with which the names of all topics begin */
    Traffic(String brokers, String name, int jobs) {
        this.kafka = Map.of("bootstrap.servers", brokers);
        this.name = name;
        this.jobs = jobs;
    }

    void send() throws InterruptedException {
        try (var producer = new KafkaProducer<>(kafka, new StringSerializer(), new StringSerializer())) {
            for (int job = 0; job < jobs; job++) {
                publish(producer, job);
                if (job < SINGLE) {
                    producer.flush();
                    Thread.sleep(PAUSE);
                }
            }
        }
    }

    private void publish(KafkaProducer<String, String> producer, int job) {
        String project = "project-" + job % PROJECTS;
        publish(producer, project, """
                {"type":"create","projectId":"%s","commandId":"c%d","prompt":"%s","metadata":{"ticket":"%d"}}\
                """.formatted(project, job, "Describe the settings. ".repeat(10), job));
        if (job % FOLLOWED == 0) {
            publish(producer, project, """
                    {"type":"message","projectId":"%s","createCommandId":"c%d","prompt":"Add an example"}\
                    """.formatted(project, job));
        }
        if (job % MALFORMED == 0) {
            publish(producer, project, "{");
        }
    }

    private void publish(KafkaProducer<String, String> producer, String project, String command) {
        var unused = producer.send(new ProducerRecord<>(name + REQUESTS, project, command));
    }

    /** Returns once every job has been reported as completed. */
    void awaitEnds(JvmProcess worker) {
        long deadline = System.nanoTime() + TO_END.toNanos();
        Set<String> ended = new HashSet<>();
        try (var consumer = new KafkaConsumer<>(reading(), new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(consumer.partitionsFor(name + JOB_STATUS).stream()
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList());
            while (ended.size() < jobs) {
                worker.requireAlive();
                if (System.nanoTime() > deadline) {
                    throw worker.failure("Only " + ended.size() + " of " + jobs + " jobs had ended after "
                            + TO_END.toSeconds() + " s");
                }
                consumer.poll(Duration.ofMillis(100)).forEach(event -> {
                    if (header(event, "ce_type").equals(COMPLETED)) {
                        ended.add(header(event, "ce_subject"));
                    }
                });
            }
        }
    }

    private Map<String, Object> reading() {
        return Map.of(
                "bootstrap.servers", kafka.get("bootstrap.servers"),
                "isolation.level", "read_committed",
                "auto.offset.reset", "earliest");
    }

    private static String header(ConsumerRecord<String, String> event, String name) {
        return new String(event.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    /** Deletes what the training left at the broker; where that fails, topics of its name remain. */
    @Override
    public void close() {
        try (Admin admin = Admin.create(kafka)) {
            List<String> topics = admin.listTopics().names().get().stream()
                    .filter(topic -> topic.startsWith(name))
                    .toList();
            admin.deleteTopics(topics).all().get();
        } catch (ExecutionException e) {
            log.atWarn().addKeyValue("topics", name).setCause(e).log("Could not delete the topics of the training");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
