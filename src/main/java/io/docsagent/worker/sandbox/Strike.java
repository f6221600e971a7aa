package io.docsagent.worker.sandbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the faults do to one request at one moment: a delay, and the ending that replaces its own, if any. */
record Strike(Duration delay, @Nullable ResponseEnd ending) {

    static final Strike NONE = new Strike(Duration.ZERO, null);

    Strike and(Fault fault) {
        return switch (fault) {
            case Fault.Late late -> new Strike(delay.plus(late.by()), ending);
            case Fault.Ends ends -> new Strike(delay, ends.ending());
        };
    }
}
