package io.docsagent.worker.simulation;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** What the runs so far have tried, so that a simulation that tries nothing is noticed. */
final class Coverage {

    private final Map<FaultKind, Integer> faults = new EnumMap<>(FaultKind.class);
    private final TreeMap<String, Integer> events = new TreeMap<>();
    private final TreeMap<String, Integer> answers = new TreeMap<>();
    private final TreeMap<String, Integer> tried = new TreeMap<>();
    private int runs;
    private long steps;

    synchronized void add(Faults ofRun, Events events, Calls calls, World world, Promises promises) {
        runs++;
        steps += world.happened();
        ofRun.counts().forEach((kind, count) -> faults.merge(kind, count, Integer::sum));
        events.all()
                .forEach(event -> this.events.merge(
                        event.reason().isEmpty() ? event.type() : event.type() + " " + event.reason(),
                        1,
                        Integer::sum));
        promises.tried().forEach((what, count) -> tried.merge(what, count, Integer::sum));
        calls.answers().forEach((answer, count) -> answers.merge(answer, count, Integer::sum));
    }

    int runs() {
        return runs;
    }

    long hours() {
        return Simulation.WITH_FAULTS.plus(Simulation.CALM).multipliedBy(runs).toHours();
    }

    @Override
    public String toString() {
        return runs + " runs, " + steps + " steps\n  faults " + faults + "\n  events " + events + "\n  answers "
                + answers + "\n  tried " + tried;
    }

    /** How often each kind of fault happened. */
    Map<FaultKind, Integer> faults() {
        return faults;
    }

    /** Events by their type and reason. */
    Map<String, Integer> events() {
        return events;
    }

    /** By {@link Promises#TRIED}. */
    Map<String, Integer> tried() {
        return tried;
    }

    /** Outcomes of calls by their kind. */
    Map<String, Integer> answers() {
        return answers;
    }
}
