package io.docsagent.worker.cli.dlt;

import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.wire.Printable;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** One run that sends dead letters again; it says to which topics before it sends the first. */
final class Redrive {

    private final DeadLetterTopic topic;
    private final DeadLetterFilter filter;
    private final Redriving redriving;
    private final int max;
    private final PrintWriter out;

    /** @param max letters that are sent */
    Redrive(DeadLetterTopic topic, DeadLetterFilter filter, Redriving redriving, int max, PrintWriter out) {
        this.topic = topic;
        this.filter = filter;
        this.redriving = redriving;
        this.max = max;
        this.out = out;
    }

    /** Lists the topics and how many records each would get. */
    void list() {
        Map<String, Integer> targets = new TreeMap<>();
        var unused = each(record -> targets.merge(record.topic(), 1, Integer::sum), null);
        targets.forEach((target, count) -> out.printf(Locale.ROOT, "%7d  to %s%n", count, Printable.of(target)));
        out.flush();
        topic.rewind();
    }

    /** Only says what would be sent. */
    void show() {
        report("would send", each(record -> {}, "would send"));
    }

    /** @throws KafkaException where a record could not be sent; those before it were */
    void send(ClientSettings settings) {
        try (var producer =
                new KafkaProducer<>(settings.forWriting(), new ByteArraySerializer(), new ByteArraySerializer())) {
            report(
                    "sent",
                    each(
                            record -> {
                                confirmed(producer, record);
                                topic.commit();
                            },
                            "sent"));
            topic.commit();
        }
    }

    /** How many were sent, and left. */
    private record Counts(int sent, int left) {}

    /** @param done what to say of what is sent; null to say nothing of any */
    private Counts each(Consumer<ProducerRecord<byte[], byte[]>> sent, @Nullable String done) {
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
                case Redriving.Result.Sent redriven -> {
                    sent.accept(redriven.record());
                    counts[0]++;
                    say(done, done, DeadLettersCommand.line(letter));
                }
                case Redriving.Result.Left left -> {
                    counts[1]++;
                    say(done, "skipped", DeadLettersCommand.line(letter) + " - " + Printable.of(left.why()));
                }
            }
            return true;
        });
        return new Counts(counts[0], counts[1]);
    }

    private void say(@Nullable String done, @Nullable String what, String line) {
        if (done != null) {
            out.printf("%-12s%s%n", what, line);
        }
    }

    private void report(String what, Counts counts) {
        out.printf(Locale.ROOT, "%s %d, skipped %d%n", what, counts.sent(), counts.left());
        out.flush();
    }

    /** One after the other, so that the position never runs ahead of what Kafka has. */
    private static void confirmed(KafkaProducer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
        try {
            var unused = producer.send(record).get();
        } catch (ExecutionException e) {
            throw new KafkaException("a record could not be sent again: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(e);
        }
    }
}
