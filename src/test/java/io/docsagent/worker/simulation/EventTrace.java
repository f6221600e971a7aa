package io.docsagent.worker.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What happened in a run, for somebody who reads why a promise was broken; kept only where it is asked for.
 *
 * <p>One line for each thing that happened, by time, in the column of whom it happened to.
 */
final class EventTrace {

    private static final int WIDTH = 40;

    private final boolean kept;
    private final List<Moment> moments = new ArrayList<>();

    private EventTrace(boolean kept) {
        this.kept = kept;
    }

    private record Moment(Instant at, String who, String what) {}

    static EventTrace kept() {
        return new EventTrace(true);
    }

    static EventTrace none() {
        return new EventTrace(false);
    }

    /** @param who an instance, a partition of a topic, the service, the faults or the publishers */
    void add(Instant now, Object who, String what) {
        if (kept) {
            moments.add(new Moment(now, who.toString(), what));
        }
    }

    boolean isKept() {
        return kept;
    }

    /** The time, then a column for each of those to whom something happened, in the order of their first appearance. */
    List<String> lines() {
        Map<String, Integer> columns = new LinkedHashMap<>();
        moments.forEach(moment -> columns.putIfAbsent(moment.who(), columns.size()));
        List<String> lines = new ArrayList<>();
        StringBuilder header = new StringBuilder("%-13s".formatted("time"));
        columns.keySet().forEach(who -> header.append(("%-" + WIDTH + "s").formatted(who)));
        lines.add(header.toString().stripTrailing());
        for (Moment moment : moments) {
            int indent = columns.getOrDefault(moment.who(), 0) * WIDTH;
            lines.add("%-13s%s%s".formatted(time(moment.at()), " ".repeat(indent), moment.what()));
        }
        return lines;
    }

    private static String time(Instant at) {
        Duration since = Duration.between(World.START, at);
        return "%02d:%02d:%02d.%03d"
                .formatted(since.toHours(), since.toMinutesPart(), since.toSecondsPart(), since.toMillisPart());
    }
}
