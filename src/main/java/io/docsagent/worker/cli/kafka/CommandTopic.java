package io.docsagent.worker.cli.kafka;

import io.docsagent.worker.client.ClientException;
import io.docsagent.worker.client.ClientFailures;
import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.client.CommandRecordReader;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Partitions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the state of commands, as {@code docs-agent.commands} has it now. */
public final class CommandTopic {

    /** Records of commands in memory at once, of about half a kilobyte each. */
    private static final int MOST_KEPT = 50_000;

    /** By which the time of a record may be before that of its command: that of a project never goes back. */
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

    private final ClientSettings settings;
    private final ClientFailures failures;

    public CommandTopic(ClientSettings settings) {
        this.settings = settings;
        this.failures = new ClientFailures(settings, null, List.of(settings.commands()));
    }

    /**
     * The commands of a project, or of {@link Operation#ALL_PROJECTS}, by key.
     *
     * @param wanted which of them; the others take no memory
     * @param withMetadata whether the metadata are kept, which may be most of a record
     * @throws ClientException where Kafka is away, the topic or the right to read it is missing
     */
    public List<CommandRecord> read(String projectId, Predicate<CommandRecord> wanted, boolean withMetadata) {
        Map<String, CommandRecord> commands = new TreeMap<>();
        try (var consumer = consumer()) {
            List<TopicPartition> partitions = partitions(projectId, consumer);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            new ToTheEnd(consumer, partitions, settings.connectWithin()).each(record -> {
                keep(record, projectId, wanted, withMetadata, commands);
                return true;
            });
        } catch (KafkaException e) {
            throw failures.of(e);
        }
        return List.copyOf(commands.values());
    }

    /**
     * Visits the latest record of each command that changed since then, without its metadata, in no order. However many
     * there are, few are in memory: of a partition that has more, the commands are visited in several readings.
     *
     * @param wanted which of them
     */
    public void eachSince(Instant since, Predicate<CommandRecord> wanted, Consumer<CommandRecord> visitor) {
        eachSince(since, wanted, visitor, MOST_KEPT);
    }

    public void eachSince(
            Instant since, Predicate<CommandRecord> wanted, Consumer<CommandRecord> visitor, int mostKept) {
        long from = Math.max(0, since.minus(CLOCKS_DIFFER).toEpochMilli());
        try (var consumer = consumer()) {
            for (TopicPartition partition : partitions(Operation.ALL_PROJECTS, consumer)) {
                List<TopicPartition> alone = List.of(partition);
                consumer.assign(alone);
                OffsetAndTimestamp first =
                        consumer.offsetsForTimes(Map.of(partition, from)).get(partition);
                if (first == null) {
                    continue;
                }
                long records = consumer.endOffsets(alone).getOrDefault(partition, 0L) - first.offset();
                int readings = Math.toIntExact(Math.ceilDiv(Math.max(1, records), mostKept));
                for (int reading = 0; reading < readings; reading++) {
                    consumer.seek(partition, first.offset());
                    latest(consumer, alone, wanted, readings, reading).forEach(visitor);
                }
            }
        } catch (KafkaException e) {
            throw failures.of(e);
        }
    }

    /** Of the commands that one of several readings is for. */
    private Collection<CommandRecord> latest(
            KafkaConsumer<byte[], byte[]> consumer,
            List<TopicPartition> partitions,
            Predicate<CommandRecord> wanted,
            int readings,
            int reading) {
        Map<String, CommandRecord> commands = new HashMap<>();
        new ToTheEnd(consumer, partitions, settings.connectWithin()).each(record -> {
            if (Math.floorMod(Arrays.hashCode(record.key()), readings) == reading) {
                keep(record, Operation.ALL_PROJECTS, wanted, false, commands);
            }
            return true;
        });
        return commands.values();
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(settings.forReading(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private List<TopicPartition> partitions(String projectId, KafkaConsumer<byte[], byte[]> consumer) {
        var all = consumer.partitionsFor(settings.commands());
        if (all == null || all.isEmpty()) {
            throw new UnknownTopicOrPartitionException(settings.commands());
        }
        IntStream numbers = projectId.equals(Operation.ALL_PROJECTS)
                ? IntStream.range(0, all.size())
                : IntStream.of(new Partitions(all.size()).of(projectId));
        return numbers.mapToObj(number -> new TopicPartition(settings.commands(), number))
                .toList();
    }

    private static void keep(
            ConsumerRecord<byte[], byte[]> record,
            String projectId,
            Predicate<CommandRecord> wanted,
            boolean withMetadata,
            Map<String, CommandRecord> commands) {
        String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        CommandRecord command = record.value() == null ? null : CommandRecordReader.of(record.value());
        boolean isOfProject =
                projectId.equals(Operation.ALL_PROJECTS) || (command != null && projectId.equals(command.projectId()));
        if (command != null && isOfProject && wanted.test(command)) {
            commands.put(key, withMetadata ? command : command.withoutMetadata());
        } else {
            commands.remove(key);
        }
    }
}
