package io.docsagent.worker.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
        assertThat(Costs.HEAP_EMPTY + Capacity.stateBytes(queued, 12)).isCloseTo(1_060e6, withinPercent(20));

        Load jobs = new Load(1_000, 0, 50_000, 0, 400, Duration.ZERO, Duration.ofSeconds(5));
        assertThat(Capacity.cores(jobs, 1)).isCloseTo(0.44, withinPercent(15));

        assertThat(Capacity.cores(NOTHING, 1)).isCloseTo(0.016, within(1e-9));
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
    void what_is_remembered_is_limited() {
        Load busy = Load.of(0, 0, 0, 1_000);
        Load busier = Load.of(0, 0, 0, 2_000);

        assertThat(Capacity.stateBytes(busier, 12)).isEqualTo(Capacity.stateBytes(busy, 12));
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
