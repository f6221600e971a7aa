package io.docsagent.worker.ops.meters;

import java.time.Duration;
import java.util.Arrays;

/** The bounds of the histograms: few, because each is a series for every combination of labels. */
final class HistogramBounds {

    static final Duration[] CALLS = millis(10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000);
    static final Duration[] LAGS = millis(50, 100, 250, 500, 1_000, 5_000, 15_000, 30_000, 60_000, 300_000);
    static final Duration[] WAITS =
            millis(100, 500, 1_000, 5_000, 10_000, 60_000, 300_000, 900_000, 3_600_000, 10_800_000, 43_200_000);

    /** For each project. */
    static final Duration[] LEAD_TIMES = millis(10_000, 60_000, 300_000, 900_000, 3_600_000, 10_800_000, 43_200_000);

    private HistogramBounds() {}

    private static Duration[] millis(long... bounds) {
        return Arrays.stream(bounds).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
    }
}
