package io.docsagent.worker.poller;

import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Entries in the order in which they become due; a change costs O(log n), reading the first is free. */
final class Timeline {

    static final long NEVER = Long.MAX_VALUE;

    private final TreeSet<Timed> waiting =
            new TreeSet<>(Comparator.<Timed>comparingLong(timed -> timed.at).thenComparingLong(timed -> timed.number));
    private long numbers;

    void put(Timed timed, long at) {
        remove(timed);
        timed.at = at;
        timed.number = numbers++;
        timed.waiting = true;
        waiting.add(timed);
    }

    /** Removes the entry; its time stays readable. */
    void remove(Timed timed) {
        if (timed.waiting) {
            waiting.remove(timed);
            timed.waiting = false;
        }
    }

    /** Removes and returns the first entry if it is due. */
    @Nullable
    Timed takeDue(long now) {
        if (firstAt() > now) {
            return null;
        }
        Timed first = waiting.first();
        remove(first);
        return first;
    }

    long firstAt() {
        return waiting.isEmpty() ? NEVER : waiting.first().at;
    }
}
