package io.docsagent.worker.streams;

import io.docsagent.worker.ingress.CommitPolicy;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.topics.NeededTopics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.StreamsConfig.InternalConfig;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.apache.kafka.streams.processor.internals.assignment.AssignorError;
import org.apache.kafka.streams.processor.internals.assignment.ReferenceContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The clients that Kafka Streams works with: Kafka's own, with what it needs to know of them and they do not tell. */
final class StreamsClients implements KafkaClientSupplier {

    private static final Logger log = LoggerFactory.getLogger(StreamsClients.class);

    private static final String READ = "READ";

    private final CommitPolicy commits;
    private final LastCommits lastCommits;
    private final AbandonedTransactions transactions;
    private final DeniedRights.Client reading;
    private final DeniedRights.Client writing;
    private final NeededTopics topics;
    private final ReadTopics readTopics;
    private final LostRecords lost;
    private final InstantSource clock;

    /** It has been said that nothing is assigned while a right is missing. */
    private final AtomicBoolean isUnassigned = new AtomicBoolean();

    /** Threads whose producer could not begin. */
    private final Set<Thread> broken = ConcurrentHashMap.newKeySet();

    /** @param clock the brokers' time */
    StreamsClients(
            CommitPolicy commits,
            LastCommits lastCommits,
            AbandonedTransactions transactions,
            DeniedRights rights,
            NeededTopics topics,
            ReadTopics readTopics,
            LostRecords lost,
            InstantSource clock) {
        this.commits = commits;
        this.lastCommits = lastCommits;
        this.transactions = transactions;
        this.reading = rights.client();
        this.writing = rights.client();
        this.topics = topics;
        this.readTopics = readTopics;
        this.lost = lost;
        this.clock = clock;
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        transactions.isOwn(String.valueOf(config.get(ConsumerConfig.CLIENT_ID_CONFIG)));
        return new MainConsumer(config);
    }

    /** Not denied for good what it is denied now, and otherwise Kafka's. */
    private final class MainConsumer extends KafkaConsumer<byte[], byte[]> {

        /** Why the leader of the group could assign nothing to the thread. */
        private final AtomicInteger assignmentError;

        MainConsumer(Map<String, Object> config) {
            super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            var thread = (ReferenceContainer) config.get(InternalConfig.REFERENCE_CONTAINER_PARTITION_ASSIGNOR);
            this.assignmentError = Objects.requireNonNull(thread).assignmentErrorCode;
        }

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            // What producers could not write is read again, and then written again, until they are no longer denied it.
            writing.pause();
            writing.worked();
            if (broken.remove(Thread.currentThread())) {
                throw new TaskMigratedException("The producer was denied what it needs to begin");
            }
            if (readTopics.areOutdated(assignment())) {
                // Its tasks begin anew, at positions of the topics that there are now.
                throw new TaskMigratedException("A topic was created again");
            }
            ConsumerRecords<byte[], byte[]> records = reading.poll(() -> join(timeout));
            if (!reading.isDenied()) {
                isUnassigned.set(false);
            }
            commits.fetched(records.count());
            lastCommits.polled(assignment(), paused());
            return records;
        }

        /** A topic that cannot be seen is missing for Kafka Streams; unless it is, the right is, and may come back. */
        private ConsumerRecords<byte[], byte[]> join(Duration timeout) {
            try {
                return super.poll(timeout);
            } catch (OffsetOutOfRangeException e) {
                lost.outOfRange(e.offsetOutOfRangePartitions(), begins(e.partitions()));
                throw e;
            } catch (NoOffsetForPartitionException e) {
                lost.withoutPosition(begins(e.partitions()));
                throw e;
            } catch (MissingSourceTopicException e) {
                if (!topics.ask().isEmpty()) {
                    throw e;
                }
                if (reading.isDenied() && !isUnassigned.getAndSet(true)) {
                    log.info("The group leader cannot see a topic for which a right is missing, so no thread is"
                            + " assigned a partition. Each rejoins the group until the right is back");
                }
                reading.pause();
                // Kafka Streams (4.2.2) never takes it back: the thread would refuse every later assignment, too.
                assignmentError.compareAndSet(
                        AssignorError.INCOMPLETE_SOURCE_TOPIC_METADATA.code(), AssignorError.NONE.code());
                // The thread joins the group again, with new metadata.
                throw new TaskMigratedException("A topic cannot be seen", e);
            }
        }

        /** As far as Kafka tells them: what is only to be said must not keep the thread from reading on. */
        private Map<TopicPartition, Long> begins(Set<TopicPartition> partitions) {
            try {
                return beginningOffsets(partitions);
            } catch (KafkaException unknown) {
                return Map.of();
            }
        }

        /** A thread leaves its group before it rejoins; metadata that it receives meanwhile may deny a topic. */
        @Override
        public void unsubscribe() {
            boolean hasLeft = false;
            while (!hasLeft) {
                try {
                    super.unsubscribe();
                    hasLeft = true;
                } catch (AuthorizationException e) {
                    // Kafka's consumer throws each denial once.
                    reading.failed(e, READ);
                }
            }
        }

        /** Kafka Streams retries what times out, and ends where a right is missing. */
        @Override
        public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
            try {
                Map<TopicPartition, OffsetAndMetadata> committed = super.committed(partitions);
                findLeaders(partitions);
                return begin(partitions, committed);
            } catch (AuthorizationException e) {
                reading.failed(e, READ);
                throw new TimeoutException("Kafka denies a right: " + e.getMessage(), e);
            }
        }

        /**
         * Kafka's consumer (4.2.2) forgets the leaders of a topic that it may not see, and a position that it takes from an
         * offset without a known leader waits for the next metadata, for up to 5 minutes. To look for offsets gets them.
         */
        private void findLeaders(Set<TopicPartition> partitions) {
            if (reading.isDenied()) {
                beginningOffsets(partitions);
            }
        }

        /** Kafka Streams asks for the offsets only when a task begins. */
        private Map<TopicPartition, OffsetAndMetadata> begin(
                Set<TopicPartition> partitions, Map<TopicPartition, OffsetAndMetadata> committed) {
            Set<TopicPartition> ofDeleted = readTopics.begin(partitions, committed);
            // Of none, Kafka would take all.
            if (!ofDeleted.isEmpty()) {
                seekToBeginning(ofDeleted);
            }
            return ReadTopics.withoutIds(committed);
        }
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new RejoiningProducer(
                config, writing, readTopics, topics, clock, () -> broken.add(Thread.currentThread()), () -> {
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
