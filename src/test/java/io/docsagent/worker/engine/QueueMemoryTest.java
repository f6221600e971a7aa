package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.unit.DataSize;

/** The queues of all partitions fit the heap of one instance. */
@ExtendWith(OutputCaptureExtension.class)
class QueueMemoryTest {

    /** The image's share of the 1 GiB that the Kubernetes base asks for. */
    private static final long SHIPPED = DataSize.ofMegabytes(718).toBytes();

    private static final long LARGE = DataSize.ofGigabytes(32).toBytes();

    @Test
    void by_default_all_partitions_take_half_of_the_heap() {
        long each = new QueueMemory(SHIPPED, 12).maxBytesPerPartition(null);

        assertThat(each * 12 * 3).isBetween(SHIPPED * 49 / 100, SHIPPED / 2);
        assertThat(new QueueMemory(SHIPPED, 48).maxBytesPerPartition(null)).isBetween(each / 4 - 1, each / 4 + 1);
    }

    @Test
    void a_large_heap_does_not_make_a_restore_endless() {
        assertThat(new QueueMemory(LARGE, 12).maxBytesPerPartition(null))
                .isEqualTo(DataSize.ofMegabytes(128).toBytes());
    }

    @Test
    void what_is_set_holds_and_is_warned_of_where_it_does_not_fit(CapturedOutput output) {
        DataSize set = DataSize.ofMegabytes(128);

        new QueueMemory(LARGE, 12).check(set);
        new QueueMemory(SHIPPED, 12).check(null);
        assertThat(output).doesNotContain("max-bytes-per-partition");

        QueueMemory shipped = new QueueMemory(SHIPPED, 12);
        assertThat(shipped.maxBytesPerPartition(set)).isEqualTo(set.toBytes());
        shipped.check(set);
        assertThat(output).contains("take 4608 MB of heap", "this one's heap is 718 MB");
    }
}
