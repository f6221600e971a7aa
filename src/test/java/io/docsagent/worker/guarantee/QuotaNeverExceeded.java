package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The service, by its own count and whichever way it counts, never sees a use too many. */
public record QuotaNeverExceeded(int capacity, Duration period) {

    /** @param uses when the service counted each, in any order */
    public void check(List<Instant> uses) {
        List<Instant> inOrder = uses.stream().sorted().toList();
        inAnyRollingPeriod(inOrder);
        inFixedWindows(inOrder);
        inATokenBucket(inOrder);
    }

    public void inAnyRollingPeriod(List<Instant> uses) {
        inAnyRollingPeriodThatEndsAfter(Instant.MIN, uses);
    }

    public void inAnyRollingPeriodThatEndsAfter(Instant start, List<Instant> inAnyOrder) {
        List<Instant> uses = inAnyOrder.stream().sorted().toList();
        for (int i = capacity; i < uses.size(); i++) {
            if (uses.get(i).isAfter(start)) {
                assertThat(Duration.between(uses.get(i - capacity), uses.get(i)))
                        .as("between use %d and use %d", i - capacity, i)
                        .isGreaterThanOrEqualTo(period);
            }
        }
    }

    private void inFixedWindows(List<Instant> uses) {
        Map<Long, Integer> windows = new HashMap<>();
        uses.forEach(use -> windows.merge(Math.floorDiv(use.toEpochMilli(), period.toMillis()), 1, Integer::sum));
        assertThat(windows.values()).allMatch(count -> count <= capacity);
    }

    private void inATokenBucket(List<Instant> uses) {
        double tokens = capacity;
        Instant last = uses.isEmpty() ? Instant.EPOCH : uses.getFirst();
        for (Instant use : uses) {
            double refilled = (double) Duration.between(last, use).toMillis() * capacity / period.toMillis();
            tokens = Math.min(capacity, tokens + refilled);
            last = use;
            tokens--;
            assertThat(tokens).as("tokens left").isGreaterThan(-1e-6);
        }
    }
}
