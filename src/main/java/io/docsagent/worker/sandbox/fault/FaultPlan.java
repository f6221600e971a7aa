package io.docsagent.worker.sandbox.fault;

import io.docsagent.worker.sandbox.api.RequestTarget;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The faults in force, which may change while the sandbox runs; delays add up, and of several ends the first one
 * applies.
 */
public final class FaultPlan {

    private final List<ActiveFault> active = new CopyOnWriteArrayList<>();

    public void add(FaultRule rule) {
        add(new ActiveFault(rule));
    }

    public void add(ActiveFault fault) {
        active.add(fault);
    }

    /** Removes this one, and none that is equal. */
    public void remove(ActiveFault fault) {
        active.remove(fault);
    }

    /** Removes every equal rule. */
    public void remove(FaultRule rule) {
        active.removeIf(candidate -> candidate.rule().equals(rule));
    }

    /** Removes every rule, including latencies and those from the settings. */
    public void clear() {
        active.clear();
    }

    /** The rules that still apply. */
    public List<FaultRule> rules() {
        return active.stream().map(ActiveFault::rule).toList();
    }

    /**
     * The effect of all faults that apply now, each of which uses up one of its times; {@code worked} is whether the
     * work was done.
     */
    public Fault effect(Fault.Phase phase, RequestTarget target, List<ActiveFault> promptFaults, boolean worked) {
        Fault ofPrompt = apply(promptFaults, Fault.none(phase), target, worked);
        if (active.isEmpty()) {
            return ofPrompt;
        }
        Fault all = apply(active, ofPrompt, target, worked);
        active.removeIf(ActiveFault::isSpent);
        return all;
    }

    private static Fault apply(List<ActiveFault> faults, Fault before, RequestTarget target, boolean worked) {
        Fault effect = before;
        for (ActiveFault candidate : faults) {
            Fault fault = candidate.fault();
            boolean replacesEnd = fault.end() != null;
            boolean hasEnded = effect.end() != null;
            boolean hidesWork = replacesEnd && fault.phase() == Fault.Phase.AFTER_WORK;
            if (fault.phase() != effect.phase() || (replacesEnd && hasEnded) || (hidesWork && !worked)) {
                continue;
            }
            if (candidate.rule().covers(target) && candidate.take()) {
                effect = effect.and(fault);
            }
        }
        return effect;
    }
}
