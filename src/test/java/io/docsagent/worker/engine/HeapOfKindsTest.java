package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is queued, remembered or followed counts for the limits as what it takes of the heap. */
@Order(1)
class HeapOfKindsTest {

    private static final double LEAST = 0.9;
    private static final double MOST = 1.3;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Elsewhere the threads of other tests would be measured, too. */
    private static final Path LOG = ChildJvm.log("heap-of-kinds");

    private record Line(String kind, double heap, double counted) {

        static Line of(String written) {
            String[] columns = written.split("\t", -1);
            return new Line(columns[1], Double.parseDouble(columns[2]), Double.parseDouble(columns[3]));
        }
    }

    @Test
    @Timeout(360)
    void each_kind_counts_as_what_it_takes() throws IOException {
        SoftAssertions each = new SoftAssertions();
        List<Line> lines = measured();
        for (Line line : lines) {
            each.assertThat(line.counted() / line.heap())
                    .as("%s: %.0f bytes, counted as %.0f", line.kind(), line.heap(), line.counted())
                    .isBetween(LEAST, MOST);
        }
        each.assertAll();
        assertThat(lines).hasSizeGreaterThan(50);
    }

    private static List<Line> measured() throws IOException {
        Files.deleteIfExists(LOG);
        // The collector must compact all that it collects: the gaps that it may leave count as objects.
        List<String> command = new ArrayList<>(List.of(
                "-Xmx512m", "-XX:+UseSerialGC", "-XX:MarkSweepAlwaysCompactCount=1", "-XX:TieredStopAtLevel=1"));
        command.addAll(ChildJvm.onClasspath(HeapOfKinds.class));
        ChildJvm.start(LOG, command).awaitEnd(PATIENCE);
        Predicate<String> isMeasured = line -> line.startsWith(HeapOfKinds.LINE + "\t");
        return Files.readAllLines(LOG).stream().filter(isMeasured).map(Line::of).toList();
    }
}
