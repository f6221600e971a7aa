package io.docsagent.worker.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** One thread, one seed, one clock: what happens when. */
final class World {

    static final Instant START = Instant.parse("2026-11-22T00:00:00Z");

    private final SplittableRandom random;
    private final EventTrace trace;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private Instant now = START;
    private long number;

    World(long seed, EventTrace trace) {
        this.trace = trace;
        this.random = new SplittableRandom(seed);
    }

    Instant now() {
        return now;
    }

    /** Something happened that a reader of the trace wants to know. */
    void note(Object who, Supplier<String> what) {
        if (trace.isKept()) {
            trace.add(now, who, what.get());
        }
    }

    SplittableRandom random() {
        return random;
    }

    /** Whether something happens that does once in {@code times}. */
    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    <T> T oneOf(T[] all) {
        return all[random.nextInt(all.length)];
    }

    Duration upTo(Duration most) {
        return Duration.ofNanos(random.nextLong(Math.max(1, most.toNanos())));
    }

    Duration between(Duration least, Duration most) {
        return least.plus(upTo(most.minus(least)));
    }

    Event in(Duration delay, Runnable task) {
        Event event = new Event(now.plus(delay.isNegative() ? Duration.ZERO : delay), number++, task);
        events.add(event);
        return event;
    }

    /** Lives until then. */
    void runUntil(Instant end) {
        while (!events.isEmpty() && !events.peek().at.isAfter(end)) {
            Event next = events.remove();
            now = next.at;
            if (!next.cancelled) {
                next.task.run();
            }
        }
        now = end;
    }

    long happened() {
        return number;
    }

    /** Something that will happen. */
    static final class Event implements Comparable<Event> {

        private final Instant at;
        private final long number;
        private final Runnable task;
        private boolean cancelled;

        private Event(Instant at, long number, Runnable task) {
            this.at = at;
            this.number = number;
            this.task = task;
        }

        void cancel() {
            cancelled = true;
        }

        @Override
        @SuppressWarnings("ComparableAndEquals")
        public int compareTo(Event other) {
            int byTime = at.compareTo(other.at);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }
}
