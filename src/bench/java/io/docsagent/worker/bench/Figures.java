package io.docsagent.worker.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Numbers of one kind, and what is said of them. */
final class Figures {

    private final List<Double> values = new ArrayList<>();

    void add(double value) {
        values.add(value);
    }

    void addAll(Figures others) {
        values.addAll(others.values);
    }

    /** In milliseconds. */
    void add(Instant from, Instant to) {
        add(Duration.between(from, to).toNanos() / 1e6);
    }

    double median() {
        return percentile(50);
    }

    /** The smallest value that is not less than so many percent of them. */
    double percentile(int percent) {
        List<Double> sorted = values.stream().sorted().toList();
        int rank = (int) Math.ceil(percent / 100.0 * sorted.size());
        return sorted.get(Math.max(0, rank - 1));
    }

    double shareAtMost(double bound) {
        return values.stream().filter(value -> value <= bound).count() / (double) values.size();
    }

    /** A percentile of milliseconds in words. */
    String millis(int percent) {
        double value = percentile(percent);
        return Double.isInfinite(value) ? "never" : "%.0f ms".formatted(value);
    }
}
