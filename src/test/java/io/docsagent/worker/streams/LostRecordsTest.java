package io.docsagent.worker.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.engine.EngineObserver;
import io.docsagent.worker.harness.CapturesOutput;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;

/** What the log says of a position at which there is no record. */
@CapturesOutput
@Isolated("others log too")
class LostRecordsTest {

    private static final TopicPartition PARTITION = new TopicPartition("docs-agent.requests", 7);

    private final AtomicLong counted = new AtomicLong();
    private final LostRecords lost = new LostRecords(new EngineObserver() {
        @Override
        public void lost(String topic, long offsets) {
            assertThat(topic).isEqualTo(PARTITION.topic());
            counted.addAndGet(offsets);
        }
    });

    @Test
    void before_the_first_record_it_names_how_many_are_lost_at_most(CapturedOutput output) {
        lost.outOfRange(Map.of(PARTITION, 40L), Map.of(PARTITION, 52L));

        assertThat(counted).hasValue(12);
        assertThat(output)
                .contains("Records were deleted before they were read")
                .contains("docs-agent.requests")
                .contains("partition=\"7\"")
                .contains("from=\"40\"")
                .contains("to=\"52\"")
                .contains("atMost=\"12\"");
    }

    @Test
    void beyond_the_end_it_says_that_the_partition_is_another_one(CapturedOutput output) {
        lost.outOfRange(Map.of(PARTITION, 40L), Map.of(PARTITION, 0L));

        assertThat(counted).hasValue(0);
        assertThat(output).contains("A partition ends before its read position");
    }

    @Test
    void where_the_partition_begins_at_an_unknown_offset_it_says_that_records_may_be_lost(CapturedOutput output) {
        lost.outOfRange(Map.of(PARTITION, 40L), Map.of());

        assertThat(counted).hasValue(0);
        assertThat(output).contains("records may have been deleted").contains("position=\"40\"");
    }

    @Test
    void without_one_it_is_a_warning_only_where_records_were_deleted(CapturedOutput output) {
        lost.withoutPosition(Map.of(PARTITION, 0L));
        assertThat(output).isEmpty();

        lost.withoutPosition(Map.of(PARTITION, 52L));
        assertThat(counted).hasValue(0);
        assertThat(output).contains("has no committed offset").contains("first=\"52\"");
    }
}
