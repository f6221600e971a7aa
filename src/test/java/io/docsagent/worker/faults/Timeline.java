package io.docsagent.worker.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What was done to the processes, and when. */
final class Timeline {

    private final Instant begin = Instant.now();
    private final List<String> lines = new ArrayList<>();

    synchronized void note(String what) {
        Duration since = Duration.between(begin, Instant.now());
        lines.add("%7.2f s  %s".formatted(since.toMillis() / 1000.0, what));
    }

    @Override
    public synchronized String toString() {
        return "begun " + begin + System.lineSeparator() + String.join(System.lineSeparator(), lines);
    }
}
