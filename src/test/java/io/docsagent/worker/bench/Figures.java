package io.docsagent.worker.bench;

import java.util.ArrayList;
import java.util.List;

/** Numbers of one kind, and what is said of them. */
final class Figures {

    private final List<Double> values = new ArrayList<>();

    void add(double value) {
        values.add(value);
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
}
