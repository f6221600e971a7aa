package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.docsagent.worker.harness.CapturesOutput;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.util.unit.DataSize;

/** What all partitions may hold fits the heap of one instance. */
@CapturesOutput
@Isolated("a worker that starts elsewhere sets up logging anew")
class HeapLimitsTest {

    /** The image's share of the 1 GiB that the Kubernetes base asks for. */
    private static final long SHIPPED = DataSize.ofMegabytes(718).toBytes();

    private static final long LARGE = DataSize.ofGigabytes(32).toBytes();

    @Test
    void by_default_all_partitions_together_leave_room_to_the_collector() {
        HeapLimits shipped = new HeapLimits(SHIPPED, 12);

        double queued = 12.0 * shipped.queueBytes(null);
        double state = 12.0 * shipped.stateBytes(null);
        double projects = 4_100.0 * 12 * shipped.projects(null);
        assertThat((queued + state + projects) / SHIPPED).isCloseTo(0.70, within(0.01));
    }

    @Test
    void more_partitions_get_less_each() {
        HeapLimits few = new HeapLimits(SHIPPED, 12);
        HeapLimits many = new HeapLimits(SHIPPED, 48);

        assertThat(4 * many.queueBytes(null)).isCloseTo(few.queueBytes(null), within(4L));
        assertThat(4 * many.stateBytes(null)).isCloseTo(few.stateBytes(null), within(4L));
        assertThat(4 * many.projects(null)).isCloseTo(few.projects(null), within(4));
    }

    @Test
    void a_large_heap_does_not_make_a_restore_endless() {
        HeapLimits large = new HeapLimits(LARGE, 12);

        assertThat(large.queueBytes(null)).isEqualTo(DataSize.ofMegabytes(256).toBytes());
        assertThat(large.projects(null)).isEqualTo(20_000);
    }

    @Test
    void the_least_heap_still_has_a_project() {
        assertThat(new HeapLimits(1 << 20, 1_000).projects(null)).isEqualTo(1);
    }

    @Test
    void a_heap_for_a_load_accepts_it() {
        assertAccepted(5e9, 0, 0);
        assertAccepted(0, 5e9, 0);
        assertAccepted(0, 0, 200_000);
    }

    private static void assertAccepted(double queuedBytes, double stateBytes, double projects) {
        HeapLimits limits =
                new HeapLimits((long) Math.ceil(HeapLimits.heapFor(queuedBytes, stateBytes, projects)), 100);

        assertThat(100.0 * limits.queueBytes(null)).isGreaterThanOrEqualTo(queuedBytes - 100);
        assertThat(100.0 * limits.stateBytes(null)).isGreaterThanOrEqualTo(stateBytes - 100);
        assertThat(100.0 * limits.projects(null)).isGreaterThanOrEqualTo(projects - 100);
    }

    @Test
    void what_is_set_holds() {
        HeapLimits shipped = new HeapLimits(SHIPPED, 12);

        assertThat(shipped.queueBytes(DataSize.ofMegabytes(128))).isEqualTo(128 << 20);
        assertThat(shipped.stateBytes(DataSize.ofMegabytes(64))).isEqualTo(64 << 20);
        assertThat(shipped.projects(100_000)).isEqualTo(100_000);
    }

    @Test
    void nothing_is_warned_of_that_fits(CapturedOutput output) {
        new HeapLimits(SHIPPED, 12).check(Driven.settings(Map.of()));
        new HeapLimits(SHIPPED, 12).check(Driven.settings(Map.of("docs-agent.queue.max-bytes-per-partition", "1MB")));
        new HeapLimits(LARGE, 12).check(Driven.settings(Map.of("docs-agent.state.max-bytes-per-partition", "1GB")));

        assertThat(output).doesNotContain("of heap");
    }

    @Test
    void what_is_set_and_does_not_fit_is_warned_of(CapturedOutput output) {
        HeapLimits shipped = new HeapLimits(SHIPPED, 12);

        shipped.check(Driven.settings(Map.of("docs-agent.queue.max-bytes-per-partition", "128MB")));
        assertThat(output)
                .contains("docs-agent.queue.max-bytes-per-partition=134217728B lets the state take 1859 MB of heap")
                .contains("this one's heap is 718 MB. Unset or lower it");

        shipped.check(Driven.settings(Map.of(
                "docs-agent.state.max-bytes-per-partition", "64MB",
                "docs-agent.queue.max-projects-per-partition", "20000")));
        assertThat(output)
                .contains("docs-agent.state.max-bytes-per-partition=67108864B,"
                        + " docs-agent.queue.max-projects-per-partition=20000 let the state take");
    }
}
