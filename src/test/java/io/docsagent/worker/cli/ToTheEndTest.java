package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.cli.kafka.ToTheEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** How long a reader waits for records, on a consumer that gives them as a broker may. */
class ToTheEndTest {

    private static final TopicPartition PARTITION = new TopicPartition("letters", 0);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final List<Long> read = new ArrayList<>();

    @Test
    void the_end_of_a_transaction_behind_the_last_record_is_no_silence() {
        ToTheEnd reader = reader(2);
        consumer.schedulePollTask(() -> consumer.addRecord(new ConsumerRecord<>("letters", 0, 0, null, null)));
        consumer.schedulePollTask(() -> consumer.seek(PARTITION, 2));

        reader.each(record -> read.add(record.offset()));

        assertThat(read).containsExactly(0L);
    }

    @Test
    void records_that_do_not_come_are_waited_for_no_longer_than_patience() {
        assertThatThrownBy(() -> reader(1).each(record -> read.add(record.offset())))
                .isInstanceOf(TimeoutException.class)
                .hasMessage("No records within 0 s");
    }

    /** One without patience. */
    private ToTheEnd reader(long end) {
        consumer.assign(Set.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.updateEndOffsets(Map.of(PARTITION, end));
        return new ToTheEnd(consumer, Set.of(PARTITION), Duration.ZERO);
    }
}
