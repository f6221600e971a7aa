package io.docsagent.worker.gateway.call;

import io.docsagent.worker.gateway.breaker.ServiceBreaker;
import io.docsagent.worker.settings.ApiSettings;
import java.time.Duration;
import java.time.InstantSource;

/** Breakers of tests. */
final class Breakers {

    private Breakers() {}

    /** Never opens, and lets as many calls begin as any test makes. */
    static ServiceBreaker wide() {
        return of(1_000_000);
    }

    static ServiceBreaker of(int unknownInARow) {
        return new ServiceBreaker(
                new ApiSettings.Breaker(unknownInARow, Duration.ofMinutes(1)), InstantSource.system(), 0);
    }
}
