package io.docsagent.worker.sandbox.fault;

import io.docsagent.worker.sandbox.http.ResponseEnd;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the faults do to one request at one moment: a delay, and the ending that replaces its own, if any. */
public record FaultEffect(Duration delay, @Nullable ResponseEnd ending) {

    static final FaultEffect NONE = new FaultEffect(Duration.ZERO, null);

    FaultEffect and(Fault fault) {
        return switch (fault) {
            case Fault.Late late -> new FaultEffect(delay.plus(late.by()), ending);
            case Fault.Ends ends -> new FaultEffect(delay, ends.ending());
        };
    }
}
