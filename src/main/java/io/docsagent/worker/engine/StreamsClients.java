package io.docsagent.worker.engine;

import io.docsagent.worker.ingress.PromptCommits;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/** The clients that Kafka Streams works with: Kafka's own, with what it needs to know of them and they do not tell. */
final class StreamsClients implements KafkaClientSupplier {

    private final PromptCommits commits;
    private final LastCommits lastCommits;
    private final AbandonedTransactions transactions;

    StreamsClients(PromptCommits commits, LastCommits lastCommits, AbandonedTransactions transactions) {
        this.commits = commits;
        this.lastCommits = lastCommits;
        this.transactions = transactions;
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        transactions.isOwn(String.valueOf(config.get(ConsumerConfig.CLIENT_ID_CONFIG)));
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer()) {
            @Override
            public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
                commits.fetched(records.count());
                lastCommits.polled(assignment(), paused());
                return records;
            }
        };
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new RejoiningProducer(config, () -> {
            commits.committed();
            lastCommits.committed();
        });
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** There is no global store. */
    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return getRestoreConsumer(config);
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }
}
