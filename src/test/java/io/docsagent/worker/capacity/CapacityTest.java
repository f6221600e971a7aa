package io.docsagent.worker.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.docsagent.worker.engine.HeapLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CapacityTest {

    private static final Load NOTHING = Load.of(0, 0, 0, 0);

    /** Figures of src/bench/README.md. */
    @Test
    void agrees_with_what_the_benchmark_measured() {
        Load queued = Load.of(100, 1_000_000, 0, 0);
        assertThat(Costs.HEAP_EMPTY + Capacity.heap(queued)).isCloseTo(1_226e6, withinPercent(20));

        Load jobs = new Load(1_000, 0, 50_000, 0, 400, Duration.ZERO, Duration.ofSeconds(5));
        assertThat(Capacity.cores(jobs, 1)).isCloseTo(0.44, withinPercent(15));

        assertThat(Capacity.cores(NOTHING, 1)).isCloseTo(0.017, within(1e-9));
    }

    @Test
    void nothing_needs_two_instances_with_the_least_memory() {
        Capacity capacity = Capacity.of(NOTHING);

        assertThat(capacity.partitions()).isEqualTo(12);
        assertThat(capacity.instances()).isEqualTo(2);
        assertThat(capacity.memoryBytes()).isEqualTo(1024.0 * 1024 * 1024);
        assertThat(capacity.kafkaBytesPerDay()).isZero();
    }

    @Test
    void one_instance_may_be_down() {
        // Calls in flight: 2,000 commands a second of one second each, and 128 calls for each instance.
        assertThat(Capacity.of(Load.of(0, 0, 0, 2_000)).instances()).isEqualTo(1 + 16);
    }

    @Test
    void every_instance_gets_as_many_partitions() {
        Capacity capacity = Capacity.of(Load.of(0, 0, 0, 2_000));

        assertThat(capacity.partitions()).isEqualTo(17);
    }

    @Test
    void projects_and_waiting_commands_ask_for_partitions() {
        assertThat(Capacity.of(Load.of(200_000, 0, 0, 0)).partitions()).isGreaterThanOrEqualTo(20);
        assertThat(Capacity.of(Load.of(0, 5_000_000, 0, 0)).partitions()).isGreaterThanOrEqualTo(30);
    }

    @Test
    void a_single_instance_accepts_everything() {
        Load load = Load.of(10_000, 1_000_000, 10_000, 0);
        HeapLimits limits = new HeapLimits((long) (Capacity.of(load).memoryBytes() * 0.7), 12);

        assertThat(12.0 * limits.queueBytes(null)).isGreaterThan(load.queuedBytes());
        assertThat(12 * limits.projects(null)).isGreaterThan(10_000);
        assertThat(12.0 * limits.stateBytes(null)).isGreaterThan(10_000 * Costs.HEAP_PER_ACTIVE_JOB);
    }

    @Test
    void what_is_remembered_is_for_the_retention_where_that_takes_little() {
        Capacity capacity = Capacity.of(Load.of(0, 0, 0, 0.1));

        assertThat(capacity.commandsRemembered()).isEqualTo(Duration.ofDays(7));
        assertThat(capacity.jobsRemembered()).isEqualTo(Duration.ofDays(30));
    }

    @Test
    void with_too_much_to_remember_jobs_are_forgotten_first_and_then_both() {
        Capacity busy = Capacity.of(Load.of(0, 0, 0, 2));
        assertThat(busy.commandsRemembered()).isEqualTo(Duration.ofDays(7));
        assertThat(busy.jobsRemembered()).isBetween(Duration.ofDays(8), Duration.ofDays(29));

        Capacity busier = Capacity.of(Load.of(0, 0, 0, 20));
        assertThat(busier.commandsRemembered()).isLessThan(Duration.ofDays(7));
        assertThat(busier.jobsRemembered()).isEqualTo(busier.commandsRemembered());
        assertThat(busier.memoryBytes()).isEqualTo(8 * 1024.0 * 1024 * 1024);
    }

    @Test
    void the_operating_guide_has_the_table() throws IOException {
        String guide = Files.readString(Path.of("k8s/README.md"));

        assertThat(guide).contains("| " + String.join(" | ", CapacityTable.columns()) + " |");
        CapacityTable.rows().forEach(row -> assertThat(guide).contains("| " + String.join(" | ", row) + " |"));
    }

    private static Percentage withinPercent(int percent) {
        return Percentage.withPercentage(percent);
    }
}
