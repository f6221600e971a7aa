package io.docsagent.worker.bench;

import com.sun.management.ThreadMXBean;
import io.docsagent.worker.domain.decision.Decision;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** What decisions cost, each for itself. */
final class DecisionCosts {

    private static final ThreadMXBean ALLOCATIONS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final List<Cost> costs = new ArrayList<>();

    /** @param bytes allocated */
    private record Cost(long nanos, long effects, long records, long bytes) {}

    static String[] columns() {
        return new String[] {
            "decisions", "µs: median", "worst", "effects, at most", "records, at most", "bytes: median", "most"
        };
    }

    Decision of(Supplier<Decision> deciding) {
        long bytes = ALLOCATIONS.getCurrentThreadAllocatedBytes();
        long begin = System.nanoTime();
        Decision decision = deciding.get();
        long nanos = System.nanoTime() - begin;
        bytes = ALLOCATIONS.getCurrentThreadAllocatedBytes() - bytes;
        Decision.Changes changes = decision.changes();
        int records = changes.projects().size()
                + changes.queue().size()
                + changes.jobs().size()
                + changes.seen().size();
        costs.add(new Cost(nanos, decision.effects().size(), records, bytes));
        return decision;
    }

    int size() {
        return costs.size();
    }

    String[] cells() {
        return new String[] {
            "%,d".formatted(size()),
            "%,.1f".formatted(at(Cost::nanos, 0.5) / 1e3),
            "%,.0f".formatted(at(Cost::nanos, 1) / 1e3),
            "%,d".formatted(at(Cost::effects, 1)),
            "%,d".formatted(at(Cost::records, 1)),
            "%,d".formatted(at(Cost::bytes, 0.5)),
            "%,d".formatted(at(Cost::bytes, 1))
        };
    }

    private long at(ToLongFunction<Cost> what, double share) {
        List<Cost> sorted =
                costs.stream().sorted(Comparator.comparingLong(what)).toList();
        return what.applyAsLong(sorted.get((int) Math.min(sorted.size() - 1, sorted.size() * share)));
    }
}
