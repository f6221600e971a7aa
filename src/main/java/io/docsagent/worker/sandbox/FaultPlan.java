package io.docsagent.worker.sandbox;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The faults in force; they may change while the sandbox runs. Delays add up, of endings the first one holds. */
public final class FaultPlan {

    private final List<ArmedFault> armed = new CopyOnWriteArrayList<>();

    FaultPlan() {}

    public void add(FaultRule rule) {
        armed.add(new ArmedFault(rule));
    }

    public void remove(FaultRule rule) {
        armed.removeIf(candidate -> candidate.rule().equals(rule));
    }

    /** Removes every rule, those of the settings and the latencies included. */
    public void clear() {
        armed.clear();
    }

    /** The rules that can still strike. */
    public List<FaultRule> rules() {
        return armed.stream().map(ArmedFault::rule).toList();
    }

    /** Uses up the faults that strike now; {@code worked} says whether there is work that an ending can hide. */
    Strike strike(Fault.Moment moment, Request request, boolean worked) {
        Strike strike = struckBy(request.faults(), Strike.NONE, moment, request, worked);
        if (armed.isEmpty()) {
            return strike;
        }
        Strike all = struckBy(armed, strike, moment, request, worked);
        armed.removeIf(ArmedFault::isSpent);
        return all;
    }

    private static Strike struckBy(
            List<ArmedFault> faults, Strike sofar, Fault.Moment moment, Request request, boolean worked) {
        Strike strike = sofar;
        for (ArmedFault candidate : faults) {
            Fault fault = candidate.fault();
            boolean ends = fault instanceof Fault.Ends;
            boolean hasEnded = strike.ending() != null;
            boolean hidesWork = ends && moment == Fault.Moment.AFTER_WORK;
            if (fault.moment() != moment || (ends && hasEnded) || (hidesWork && !worked)) {
                continue;
            }
            if (candidate.rule().covers(request.route()) && candidate.take()) {
                strike = strike.and(fault);
            }
        }
        return strike;
    }
}
