package io.docsagent.worker.sandbox.fault;

import io.docsagent.worker.sandbox.api.RequestTarget;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The faults in force; they may change while the sandbox runs. Delays add up, of endings the first one holds. */
public final class FaultPlan {

    private final List<ArmedFault> armed = new CopyOnWriteArrayList<>();

    public FaultPlan() {}

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
    public FaultEffect effect(
            Fault.Moment moment, RequestTarget target, List<ArmedFault> promptFaults, boolean worked) {
        FaultEffect ofPrompt = apply(promptFaults, FaultEffect.NONE, moment, target, worked);
        if (armed.isEmpty()) {
            return ofPrompt;
        }
        FaultEffect all = apply(armed, ofPrompt, moment, target, worked);
        armed.removeIf(ArmedFault::isSpent);
        return all;
    }

    private static FaultEffect apply(
            List<ArmedFault> faults, FaultEffect before, Fault.Moment moment, RequestTarget target, boolean worked) {
        FaultEffect effect = before;
        for (ArmedFault candidate : faults) {
            Fault fault = candidate.fault();
            boolean ends = fault instanceof Fault.Ends;
            boolean hasEnded = effect.ending() != null;
            boolean hidesWork = ends && moment == Fault.Moment.AFTER_WORK;
            if (fault.moment() != moment || (ends && hasEnded) || (hidesWork && !worked)) {
                continue;
            }
            if (candidate.rule().covers(target) && candidate.take()) {
                effect = effect.and(fault);
            }
        }
        return effect;
    }
}
