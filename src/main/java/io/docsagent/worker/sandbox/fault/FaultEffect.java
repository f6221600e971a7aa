package io.docsagent.worker.sandbox.fault;

import io.docsagent.worker.sandbox.http.ResponseEnd;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the faults do to one request in one phase: a delay, and the end that replaces its own, if any. */
public record FaultEffect(Duration delay, @Nullable ResponseEnd end) {

    static final FaultEffect NONE = new FaultEffect(Duration.ZERO, null);

    FaultEffect and(Fault fault) {
        return new FaultEffect(delay.plus(fault.delay()), fault.end() == null ? end : fault.end());
    }
}
