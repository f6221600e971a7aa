package io.docsagent.worker.domain.state;

import io.docsagent.worker.contract.Command.Priority;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * How far each publisher is ahead of its share of a project's uses, at each priority (start-time fair queueing).
 *
 * <p>The publisher that is least ahead is next, and then ahead by the cost of a command, which is the less the higher its
 * weight is. A publisher of whom nothing waits falls back with everybody else and gains nothing by it.
 *
 * <p>Stored: its components are part of the {@link io.docsagent.worker.wire.Format}.
 *
 * @param ahead in {@link #COMMAND}ths of a command of weight 1; only of publishers that are ahead
 */
public record FairShares(Map<Priority, Map<String, Long>> ahead) {

    public static final FairShares NONE = new FairShares(Map.of());

    /** A command of weight 1: divided by 1 to 16 without a remainder, and by 1,000 with a millionth at most. */
    private static final long COMMAND = 720_720_000;

    public FairShares {
        ahead = Map.copyOf(ahead);
    }

    /** By how much a command of a publisher of this weight puts it ahead. */
    public static long cost(int weight) {
        return COMMAND / weight;
    }

    public long of(Priority priority, String publisher) {
        return ahead.getOrDefault(priority, Map.of()).getOrDefault(publisher, 0L);
    }

    /** It was the publisher's turn, and a command of it is sent. */
    public FairShares charged(Priority priority, String publisher, long cost) {
        long turn = of(priority, publisher);
        Map<String, Long> after = new HashMap<>();
        ahead.getOrDefault(priority, Map.of()).forEach((other, before) -> {
            if (before > turn) {
                after.put(other, before - turn);
            }
        });
        after.put(publisher, cost);
        return with(priority, after);
    }

    /** A command of the publisher is sent though it was not the publisher's turn. */
    public FairShares chargedOutOfTurn(Priority priority, String publisher, long cost) {
        Map<String, Long> after = new HashMap<>(ahead.getOrDefault(priority, Map.of()));
        after.merge(publisher, cost, Long::sum);
        return with(priority, after);
    }

    /** The command was not sent after all. */
    public FairShares refunded(Priority priority, String publisher, long cost) {
        Map<String, Long> after = new HashMap<>(ahead.getOrDefault(priority, Map.of()));
        after.computeIfPresent(publisher, (name, before) -> before > cost ? before - cost : null);
        return with(priority, after);
    }

    /** Without the priorities at which nothing waits: what comes next begins anew. */
    public FairShares onlyAt(Predicate<Priority> busy) {
        if (ahead.keySet().stream().allMatch(busy)) {
            return this;
        }
        Map<Priority, Map<String, Long>> kept = new EnumMap<>(Priority.class);
        ahead.forEach((priority, publishers) -> {
            if (busy.test(priority)) {
                kept.put(priority, publishers);
            }
        });
        return new FairShares(kept);
    }

    private FairShares with(Priority priority, Map<String, Long> publishers) {
        Map<Priority, Map<String, Long>> more = new HashMap<>(ahead);
        if (publishers.isEmpty()) {
            more.remove(priority);
        } else {
            more.put(priority, Map.copyOf(publishers));
        }
        return new FairShares(more);
    }
}
