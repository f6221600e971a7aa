package io.docsagent.worker.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Runs one seed after the other, on every core, until time is up or a promise is broken. */
final class Seeds {

    private final AtomicLong next;
    private final Instant end;
    private final long atLeast;
    private final Coverage coverage = new Coverage();

    /** @param atLeast so many runs, however long they take */
    Seeds(long first, Duration time, int atLeast) {
        this.next = new AtomicLong(first);
        this.end = Instant.now().plus(time);
        this.atLeast = first + atLeast;
    }

    /** The first seed of a run that broke a promise; null where there was none. */
    @Nullable
    Long firstBroken() throws InterruptedException {
        try (ExecutorService threads = Executors.newWorkStealingPool()) {
            List<Future<@Nullable Long>> found = IntStream.range(
                            0, Runtime.getRuntime().availableProcessors())
                    .mapToObj(thread -> threads.submit(this::run))
                    .toList();
            Long first = null;
            for (Future<@Nullable Long> one : found) {
                Long broken = one.get();
                first = first == null ? broken : first;
            }
            return first;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private @Nullable Long run() {
        Silence.begin();
        try {
            while (true) {
                long seed = next.getAndIncrement();
                if (seed >= atLeast && Instant.now().isAfter(end)) {
                    return null;
                }
                if (!new Simulation(seed, Set.of(), coverage, EventTrace.none())
                        .run()
                        .isEmpty()) {
                    return seed;
                }
            }
        } finally {
            Silence.end();
        }
    }

    Coverage coverage() {
        return coverage;
    }
}
