package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.History.Outage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Spans of time, perhaps overlapping. */
final class Spans {

    /** After the end of every run. */
    static final Instant FOREVER = World.START.plus(Duration.ofDays(100));

    private final List<Span> all = new ArrayList<>();

    private record Span(Instant from, Instant to) {}

    void add(Instant from, Instant to) {
        if (from.isBefore(to)) {
            all.add(new Span(from, to));
        }
    }

    void addAll(Spans others) {
        all.addAll(others.all);
    }

    List<Outage> outages() {
        return all.stream().map(span -> new Outage(span.from, span.to)).toList();
    }

    boolean meet(Instant from, Instant to) {
        return all.stream().anyMatch(span -> !span.from.isAfter(to) && !span.to.isBefore(from));
    }

    /** When the span around this time ends, together with those that it meets; the time itself where there is none. */
    Instant endOf(Instant at) {
        Instant end = at;
        Instant reached;
        do {
            reached = end;
            for (Span span : all) {
                end = !span.from.isAfter(end) && span.to.isAfter(end) ? span.to : end;
            }
        } while (end.isAfter(reached));
        return end;
    }

    /** How much of the time between the two none of the spans covers. */
    Duration uncovered(Instant from, Instant to) {
        Duration uncovered = Duration.ZERO;
        Instant reached = from;
        List<Span> sorted = new ArrayList<>(all);
        sorted.sort((one, other) -> one.from.compareTo(other.from));
        for (Span span : sorted) {
            if (!reached.isBefore(to)) {
                return uncovered;
            }
            if (span.from.isAfter(reached)) {
                uncovered = uncovered.plus(Duration.between(reached, span.from.isBefore(to) ? span.from : to));
            }
            reached = span.to.isAfter(reached) ? span.to : reached;
        }
        return reached.isBefore(to) ? uncovered.plus(Duration.between(reached, to)) : uncovered;
    }

    /** The spans in which at least so many of these overlap, each longer by {@code margin} at both ends. */
    Spans overlaps(int least, Duration margin) {
        List<Edge> edges = new ArrayList<>();
        for (Span span : all) {
            edges.add(new Edge(span.from.minus(margin), 1));
            edges.add(new Edge(span.to.plus(margin), -1));
        }
        edges.sort((one, other) -> one.at.compareTo(other.at));
        Spans overlaps = new Spans();
        int open = 0;
        Instant since = World.START;
        for (Edge edge : edges) {
            int before = open;
            open += edge.more;
            if (before < least && open >= least) {
                since = edge.at;
            } else if (before >= least && open < least) {
                overlaps.add(since, edge.at);
            }
        }
        return overlaps;
    }

    /** How many of them overlap at most. */
    int most() {
        int most = 0;
        while (!overlaps(most + 1, Duration.ZERO).all.isEmpty()) {
            most++;
        }
        return most;
    }

    private record Edge(Instant at, int more) {}
}
