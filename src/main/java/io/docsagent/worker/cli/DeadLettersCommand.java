package io.docsagent.worker.cli;

import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.message.Printable;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Shows dead letters, and sends them again. */
@Command(
        name = "dlt",
        mixinStandardHelpOptions = true,
        description = "Shows what is on the topic of dead letters, and sends it again.")
final class DeadLettersCommand implements Runnable {

    @ParentCommand
    private CommandLineTools tools;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name a command: list or redrive.");
    }

    /** Which topic it is. */
    static final class Topics {

        @Mixin
        private KafkaAccess kafka;

        @Option(
                names = "--dlt",
                paramLabel = "NAME",
                description = "The topic of dead letters; default: $$DOCS_AGENT_TOPICS_REQUESTS_DLT, else"
                        + " docs-agent.requests-dlt.")
        private @Nullable String dlt;

        ClientSettings settings(Map<String, String> environment) {
            return kafka.settings(environment);
        }

        String name(Map<String, String> environment) {
            return dlt != null ? dlt : KafkaAccess.topicOf(environment, "requests-dlt");
        }
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description =
                    "How many dead letters there are for each reason, and from when; no prompts unless asked for.")
    int list(
            @Mixin Topics topics,
            @Mixin DeadLetterFilter filter,
            @Option(names = "--each", description = "One line for each, with its offset.") boolean each,
            @Option(names = "--values", description = "With each its value, and so its prompt.") boolean values) {
        PrintWriter out = spec.commandLine().getOut();
        Map<String, Group> groups = new TreeMap<>();
        return reading(topics, null, topic -> {
            topic.each(record -> {
                DeadLetter letter = DeadLetter.of(record);
                if (letter != null && filter.includes(letter)) {
                    if (each || values) {
                        out.println(line(letter));
                    }
                    if (values) {
                        out.println(text(record));
                    }
                    groups.merge(letter.reason(), Group.of(letter), Group::and);
                }
                return true;
            });
            groups.forEach((reason, group) -> out.printf(
                    Locale.ROOT,
                    "%7d  %s  %s  %s%n",
                    group.count(),
                    group.oldest(),
                    group.newest(),
                    Printable.of(reason)));
            out.flush();
            return 0;
        });
    }

    /** Those with one reason. */
    private record Group(long count, Instant oldest, Instant newest) {

        static Group of(DeadLetter letter) {
            return new Group(1, letter.at(), letter.at());
        }

        Group and(Group other) {
            return new Group(
                    count + other.count,
                    oldest.isBefore(other.oldest) ? oldest : other.oldest,
                    newest.isAfter(other.newest) ? newest : other.newest);
        }
    }

    @Command(
            name = "redrive",
            mixinStandardHelpOptions = true,
            description = {
                "Sends dead letters again, to the topics where they were, with the identity that they had: a record that is"
                        + " sent twice is one command. One that has come back three times is left."
            })
    int redrive(
            @Mixin Topics topics,
            @Mixin DeadLetterFilter filter,
            @Option(names = "--dry-run", description = "Only says what would be sent.") boolean dryRun,
            @Option(
                            names = "--max",
                            paramLabel = "N",
                            description = "Sends at most so many; default: $${DEFAULT-VALUE}.",
                            defaultValue = "1000")
                    int max,
            @Option(
                            names = "--resume",
                            paramLabel = "GROUP",
                            description = "Goes on where the last run with this consumer group stopped.")
                    @Nullable
                    String group) {
        if (max < 1) {
            throw new ParameterException(spec.commandLine(), "--max: give a number of records from 1, not " + max);
        }
        PrintWriter out = spec.commandLine().getOut();
        ClientSettings settings = topics.settings(tools.environment());
        String inputs = KafkaAccess.topicOf(tools.environment(), "inputs");
        Redriving redriving = new Redriving(inputs, settings.requests(), topics.kafka.topic());
        return reading(topics, group, topic -> {
            try (var producer = dryRun ? null : producer(settings)) {
                int[] counts = new int[2];
                topic.each(record -> {
                    DeadLetter letter = DeadLetter.of(record);
                    if (letter == null || !filter.includes(letter)) {
                        topic.passed(record);
                        return true;
                    }
                    if (counts[0] == max) {
                        return false;
                    }
                    topic.passed(record);
                    switch (redriving.of(letter)) {
                        case Redriving.Fate.Sent sent -> {
                            if (producer != null) {
                                confirmed(producer, sent);
                                topic.commit();
                            }
                            counts[0]++;
                            out.println((dryRun ? "would send  " : "sent        ") + line(letter));
                        }
                        case Redriving.Fate.Left left -> {
                            counts[1]++;
                            out.println("left        " + line(letter) + " - " + Printable.of(left.why()));
                        }
                    }
                    return true;
                });
                if (!dryRun) {
                    topic.commit();
                }
                out.printf(Locale.ROOT, "%s %d, left %d%n", dryRun ? "would send" : "sent", counts[0], counts[1]);
                out.flush();
                return 0;
            }
        });
    }

    /** What is done with the topic while it is open. */
    private interface Work {

        int with(DeadLetterTopic topic);
    }

    private int reading(Topics topics, @Nullable String group, Work work) {
        PrintWriter err = spec.commandLine().getErr();
        Map<String, String> environment = tools.environment();
        try (DeadLetterTopic topic =
                new DeadLetterTopic(topics.settings(environment), topics.name(environment), group)) {
            return work.with(topic);
        } catch (DeadLetterTopic.NoSuchTopicException e) {
            err.println(e.getMessage());
            return CommandLineTools.FAILED;
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(ClientSettings settings) {
        Map<String, Object> kafka = new HashMap<>(settings.kafka());
        kafka.put("acks", "all");
        kafka.put("enable.idempotence", true);
        return new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** One after the other, so that the position never runs ahead of what Kafka has. */
    private static void confirmed(KafkaProducer<byte[], byte[]> producer, Redriving.Fate.Sent sent) {
        try {
            var unused = producer.send(sent.record()).get();
        } catch (ExecutionException e) {
            throw new KafkaException("a record could not be sent again: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(e);
        }
    }

    private static String line(DeadLetter letter) {
        return Printable.of(letter.record().partition() + ":" + letter.record().offset() + "  " + letter.at() + "  "
                + letter.topic() + " " + letter.partition() + ":" + letter.offset() + "  " + letter.reason());
    }

    private static String text(ConsumerRecord<byte[], byte[]> record) {
        return record.value() == null ? "(no value)" : Printable.of(new String(record.value(), StandardCharsets.UTF_8));
    }
}
