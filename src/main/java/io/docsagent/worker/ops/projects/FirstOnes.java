package io.docsagent.worker.ops.projects;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Counts what is added, and keeps no more than the first ones by an order: all of them may not fit into memory. */
final class FirstOnes<T> {

    private final Comparator<T> order;
    private final int most;
    private final PriorityQueue<T> lastFirst;
    private int added;

    FirstOnes(Comparator<T> order, int most) {
        this.order = order;
        this.most = most;
        this.lastFirst = new PriorityQueue<>(order.reversed());
    }

    void add(T one) {
        added++;
        lastFirst.add(one);
        if (lastFirst.size() > most) {
            lastFirst.remove();
        }
    }

    /** Kept or not. */
    int added() {
        return added;
    }

    List<T> inOrder() {
        return lastFirst.stream().sorted(order).toList();
    }
}
