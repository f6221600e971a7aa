package io.docsagent.worker.sandbox.fault;

import io.docsagent.worker.sandbox.api.RequestTarget;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The faults in force, which may change while the sandbox runs; delays add up, and of several ends the first one
 * applies.
 */
public final class FaultPlan {

    private final List<ArmedFault> armed = new CopyOnWriteArrayList<>();

    public FaultPlan() {}

    public void add(FaultRule rule) {
        armed.add(new ArmedFault(rule));
    }

    public void remove(FaultRule rule) {
        armed.removeIf(candidate -> candidate.rule().equals(rule));
    }

    /** Removes every rule, including latencies and those from the settings. */
    public void clear() {
        armed.clear();
    }

    /** The rules that still apply. */
    public List<FaultRule> rules() {
        return armed.stream().map(ArmedFault::rule).toList();
    }

    /**
     * The effect of all faults that apply now, each of which uses up one of its times; {@code worked} is whether the
     * work was done.
     */
    public FaultEffect effect(Fault.Phase phase, RequestTarget target, List<ArmedFault> promptFaults, boolean worked) {
        FaultEffect ofPrompt = apply(promptFaults, FaultEffect.NONE, phase, target, worked);
        if (armed.isEmpty()) {
            return ofPrompt;
        }
        FaultEffect all = apply(armed, ofPrompt, phase, target, worked);
        armed.removeIf(ArmedFault::isSpent);
        return all;
    }

    private static FaultEffect apply(
            List<ArmedFault> faults, FaultEffect before, Fault.Phase phase, RequestTarget target, boolean worked) {
        FaultEffect effect = before;
        for (ArmedFault candidate : faults) {
            Fault fault = candidate.fault();
            boolean replacesEnd = fault instanceof Fault.Replaced;
            boolean hasEnded = effect.end() != null;
            boolean hidesWork = replacesEnd && phase == Fault.Phase.AFTER_WORK;
            if (fault.phase() != phase || (replacesEnd && hasEnded) || (hidesWork && !worked)) {
                continue;
            }
            if (candidate.rule().covers(target) && candidate.take()) {
                effect = effect.and(fault);
            }
        }
        return effect;
    }
}
