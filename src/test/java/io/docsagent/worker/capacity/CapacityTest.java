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
        assertThat(Costs.HEAP_EMPTY + Capacity.heap(queued)).isCloseTo(1_226e6, withinPercent(20));

        Load jobs = new Load(1_000, 0, 50_000, 0, 400, Duration.ZERO, Duration.ofSeconds(5));
        assertThat(Capacity.cores(jobs, 1)).isCloseTo(0.44, withinPercent(15));

        assertThat(Capacity.cores(NOTHING, 1)).isCloseTo(0.017, within(1e-9));
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
