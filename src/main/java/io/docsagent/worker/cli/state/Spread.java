package io.docsagent.worker.cli.state;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How durations are spread, to within 3 %, in the same memory however many there are. */
final class Spread {

    /** Each step is so many times as long as the one before: a month has 300 of them. */
    private static final double STEP = 1.05;

    private final TreeMap<Integer, Long> counts = new TreeMap<>();
    private long all;

    /** Less than a second counts as one. */
    void add(Duration duration) {
        long seconds = Math.max(1, duration.toSeconds());
        counts.merge((int) Math.round(Math.log((double) seconds) / Math.log(STEP)), 1L, Long::sum);
        all++;
    }

    /** Null where there is none; of two in the middle, the lower one. */
    @Nullable
    Duration median() {
        long before = 0;
        for (Map.Entry<Integer, Long> step : counts.entrySet()) {
            before += step.getValue();
            if (2 * before >= all) {
                return Duration.ofSeconds(Math.round(Math.pow(STEP, step.getKey())));
            }
        }
        return null;
    }
}
