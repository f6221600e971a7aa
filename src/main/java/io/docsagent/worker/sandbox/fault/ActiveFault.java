package io.docsagent.worker.sandbox.fault;

import java.util.concurrent.atomic.AtomicLong;

/** A rule with the number of times that it still applies. */
public final class ActiveFault {

    private final FaultRule rule;
    private final AtomicLong left;

    public ActiveFault(FaultRule rule) {
        this.rule = rule;
        this.left = new AtomicLong(rule.times());
    }

    FaultRule rule() {
        return rule;
    }

    Fault fault() {
        return rule.fault();
    }

    public boolean isSpent() {
        return left.get() == 0;
    }

    /** Whether the fault applies now, which uses up one of its times. */
    boolean take() {
        if (rule.times() == FaultRule.ALWAYS) {
            return true;
        }
        return left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }
}
