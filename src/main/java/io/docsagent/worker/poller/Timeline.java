package io.docsagent.worker.poller;

import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What becomes due next, in the order of time; every change costs O(log n), reading the first costs nothing. */
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

    /** Takes it out; its moment stays readable. */
    void remove(Timed timed) {
        if (timed.waiting) {
            waiting.remove(timed);
            timed.waiting = false;
        }
    }

    /** Takes out the first whose moment has come. */
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
