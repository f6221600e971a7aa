package io.docsagent.worker.client;

import static java.util.Objects.requireNonNull;

import io.docsagent.worker.contract.CommandRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * One consumer for all waits, on a thread of its own, of the partitions that they need: one of commands and one of
 * events for each project.
 */
final class Reader implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(50);

    private final Consumer<byte[], byte[]> consumer;
    private final ClientSettings settings;
    private final ClientFailures failures;
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

    /** Not taken up yet. */
    private final List<Wait> arrived = new ArrayList<>();

    private final List<ReadPlace> places = new ArrayList<>();

    /** All that have not ended, also those that have not been taken up yet. */
    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();

    private final Thread thread = new Thread(this::run, "docs-agent-reader");
    private volatile boolean closed;

    Reader(Consumer<byte[], byte[]> consumer, ClientSettings settings, ClientFailures failures) {
        this.consumer = consumer;
        this.settings = settings;
        this.failures = failures;
        thread.setDaemon(true);
        thread.start();
    }

    void begin(Wait wait) {
        waits.add(wait);
        var unused = wait.end().whenComplete((end, failure) -> waits.remove(wait));
        tasks.add(() -> arrived.add(wait));
        if (closed) {
            wait.fail(failures.closed());
        }
    }

    /** By now a repetition has been answered, or is not going to be: the worker answers one a minute at most. */
    void assumeRepetition(Wait wait) {
        tasks.add(wait::answered);
    }

    /** Fails the wait where it has not ended by now. */
    void expire(Wait wait, Duration patience) {
        tasks.add(() -> {
            if (!wait.end().isDone()) {
                wait.fail(failures.noAnswer(wait.key(), patience, wait.progress()));
            }
        });
    }

    private void run() {
        try (consumer) {
            while (!closed) {
                runTasks();
                takeUp();
                if (!places.isEmpty()) {
                    read();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closed = true;
            waits.forEach(wait -> wait.fail(failures.closed()));
        }
    }

    /** All that are there; waits for one where there is nothing else to do. */
    private void runTasks() throws InterruptedException {
        Runnable task = places.isEmpty() && arrived.isEmpty() ? tasks.take() : tasks.poll();
        for (; task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /**
     * Takes up the waits that have arrived. Those whose commands are being read from the beginning for others stay until that
     * read has finished: each would restart it, and waits that arrive faster than a read takes would never let one finish.
     */
    private void takeUp() {
        Set<TopicPartition> beingRead = places.stream()
                .filter(place -> !place.waiting().hasBegun())
                .map(ReadPlace::commands)
                .collect(Collectors.toSet());
        long began = System.nanoTime();
        for (Iterator<Wait> next = arrived.iterator(); next.hasNext() && !closed; ) {
            Wait wait = next.next();
            if (wait.end().isDone() || isTakenUp(wait, beingRead)) {
                next.remove();
            }
            if (System.nanoTime() - began > settings.connectWithin().toNanos() / 2) {
                // Brokers are away or slow; the patience of others may be over.
                return;
            }
        }
    }

    private boolean isTakenUp(Wait wait, Set<TopicPartition> beingRead) {
        try {
            TopicPartition commands = partition(settings.commands(), wait);
            if (beingRead.contains(commands)) {
                return false;
            }
            TopicPartition events = partition(settings.jobStatus(), wait);
            if (wait.publishes()) {
                // A producer would not tell a topic that is missing from a broker that is away.
                requirePartitions(settings.requests());
            }
            long until = requireNonNull(consumer.endOffsets(Set.of(commands)).get(commands));
            places.add(new ReadPlace(wait, commands, events, until));
            boolean isNew = !consumer.assignment().contains(events);
            assign();
            consumer.seekToBeginning(Set.of(commands));
            if (isNew) {
                consumer.seekToEnd(Set.of(events));
                // It is resolved now, before anything is published.
                consumer.position(events);
            }
        } catch (KafkaException e) {
            places.removeIf(place -> place.waiting() == wait);
            assign();
            wait.fail(failures.of(e));
        }
        return true;
    }

    private TopicPartition partition(String topic, Wait wait) {
        return new TopicPartition(topic, CommandRecord.partitionOf(wait.key(), requirePartitions(topic)));
    }

    private int requirePartitions(String topic) {
        var partitions = consumer.partitionsFor(topic, settings.connectWithin());
        if (partitions == null || partitions.isEmpty()) {
            throw failures.missing(topic);
        }
        return partitions.size();
    }

    private void assign() {
        Set<TopicPartition> needed = new HashSet<>();
        for (ReadPlace place : places) {
            needed.add(place.commands());
            needed.add(place.events());
        }
        consumer.assign(needed);
    }

    private void read() {
        try {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            for (TopicPartition partition : records.partitions()) {
                if (partition.topic().equals(settings.commands())) {
                    readCommands(partition, records.records(partition));
                } else {
                    records.records(partition).forEach(record -> readEvent(partition, record));
                }
            }
            places.forEach(place -> place.advance(consumer));
            if (places.removeIf(place -> place.waiting().end().isDone())) {
                assign();
            }
        } catch (TimeoutException brokerIsAway) {
            // Waits go on when it is back, or end with their patience.
        } catch (KafkaException e) {
            failAll(failures.of(e));
        }
    }

    private void readCommands(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
        for (ReadPlace place : places) {
            if (place.commands().equals(partition)) {
                while (isAnotherReadOf(place.waiting(), records)) {}
            }
        }
    }

    /** A command that takes another one's place may have a record before that one's, in the same transaction. */
    private static boolean isAnotherReadOf(Wait wait, List<ConsumerRecord<byte[], byte[]>> records) {
        byte[] key = wait.key().getBytes(StandardCharsets.UTF_8);
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (Arrays.equals(key, record.key())) {
                CommandRecord command = record.value() == null ? null : CommandRecordReader.of(record.value());
                boolean isReadable = record.value() == null || command != null;
                if (isReadable && wait.read(record.offset(), command)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void readEvent(TopicPartition partition, ConsumerRecord<byte[], byte[]> record) {
        ReadEvent event = ReadEvent.of(record.value());
        if (event != null) {
            places.stream()
                    .filter(place -> place.events().equals(partition))
                    .forEach(place -> place.waiting().read(event));
        }
    }

    private void failAll(ClientException failure) {
        places.forEach(place -> place.waiting().fail(failure));
        places.clear();
        consumer.unsubscribe();
    }

    /** Every wait that has not ended fails. */
    @Override
    public void close() {
        closed = true;
        tasks.add(() -> {});
        try {
            thread.join(settings.connectWithin());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
