package io.docsagent.worker.streams;

import io.docsagent.worker.engine.EngineObserver;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Says which records were deleted before they were read: Kafka Streams reads on at the first that is left. */
final class LostRecords {

    private static final Logger log = LoggerFactory.getLogger(LostRecords.class);

    private final EngineObserver observer;

    LostRecords(EngineObserver observer) {
        this.observer = observer;
    }

    /**
     * Kafka has no records at these positions.
     *
     * @param begins the first offsets of their partitions; those that are not known are missing
     */
    void outOfRange(Map<TopicPartition, Long> positions, Map<TopicPartition, Long> begins) {
        positions.forEach((partition, position) -> {
            Long first = begins.get(partition);
            if (first == null) {
                of(log.atError(), partition)
                        .addKeyValue("position", position)
                        .log("A partition has no record at its read position, and Kafka does not say where it begins:"
                                + " records may have been deleted before they were read");
            } else if (position < first) {
                report(partition, position, first);
            } else {
                of(log.atWarn(), partition)
                        .addKeyValue("position", position)
                        .log("A partition ends before its read position: the topic was created again, or brokers lost"
                                + " records. It is read from its beginning");
            }
        });
    }

    /**
     * Nothing was read of these partitions yet, or the offsets of the group were lost.
     *
     * @param begins their first offsets
     */
    void withoutPosition(Map<TopicPartition, Long> begins) {
        begins.forEach((partition, first) -> {
            if (first > 0) {
                of(log.atWarn(), partition)
                        .addKeyValue("first", first)
                        .log("A partition whose first records were deleted has no committed offset; whether they were"
                                + " read is unknown");
            }
        });
    }

    private void report(TopicPartition partition, long position, long first) {
        of(log.atError(), partition)
                .addKeyValue("from", position)
                .addKeyValue("to", first)
                // Ends of transactions have offsets, too, and so has what compaction removed.
                .addKeyValue("atMost", first - position)
                .log("Records were deleted before they were read, by retention or by hand; they are lost. The retention"
                        + " of a topic must be longer than the longest time for which no worker reads it");
        observer.lost(partition.topic(), first - position);
    }

    private static LoggingEventBuilder of(LoggingEventBuilder line, TopicPartition partition) {
        return line.addKeyValue("topic", partition.topic()).addKeyValue("partition", partition.partition());
    }
}
