package io.docsagent.worker.ops;

import io.docsagent.worker.domain.state.Hold;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What operators see of a hold. */
record Holds(String reason, Instant since, @Nullable Instant nextProbeAt, boolean probing) {

    static @Nullable Holds of(Hold hold) {
        return switch (hold) {
            case Hold.Flowing open -> null;
            case Hold.Held closed -> new Holds(closed.reason().code(), closed.since(), closed.until(), false);
            case Hold.Probing probing -> new Holds(probing.reason().code(), probing.since(), null, true);
        };
    }

    static Hold.@Nullable Reason reason(Hold hold) {
        return switch (hold) {
            case Hold.Flowing open -> null;
            case Hold.Held closed -> closed.reason();
            case Hold.Probing probing -> probing.reason();
        };
    }
}
