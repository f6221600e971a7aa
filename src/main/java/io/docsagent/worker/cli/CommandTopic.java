package io.docsagent.worker.cli;

import io.docsagent.worker.client.ClientException;
import io.docsagent.worker.client.ClientFailures;
import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.client.CommandRecordReader;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Partitions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the state of commands, as {@code docs-agent.commands} has it now. */
final class CommandTopic {

    private final ClientSettings settings;
    private final ClientFailures failures;

    CommandTopic(ClientSettings settings) {
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
    List<CommandRecord> read(String projectId, Predicate<CommandRecord> wanted, boolean withMetadata) {
        Map<String, CommandRecord> commands = new TreeMap<>();
        try (var consumer =
                new KafkaConsumer<>(settings.forReading(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
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
