package io.docsagent.worker.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What happened in a run, for somebody who reads why a promise was broken; kept only where it is asked for. */
final class Story {

    private final boolean kept;
    private final List<String> lines = new ArrayList<>();

    private Story(boolean kept) {
        this.kept = kept;
    }

    static Story kept() {
        return new Story(true);
    }

    static Story none() {
        return new Story(false);
    }

    /**
     * Adds a line.
     *
     * @param who an instance, a partition of a topic, the service, the faults or the publishers
     */
    void add(Instant now, Object who, String what) {
        if (kept) {
            Duration since = Duration.between(World.START, now);
            lines.add("%02d:%02d:%02d.%03d  %-26s %s"
                    .formatted(
                            since.toHours(),
                            since.toMinutesPart(),
                            since.toSecondsPart(),
                            since.toMillisPart(),
                            who,
                            what));
        }
    }

    boolean isKept() {
        return kept;
    }

    List<String> lines() {
        return lines;
    }
}
