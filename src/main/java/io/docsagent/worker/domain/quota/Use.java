package io.docsagent.worker.domain.quota;

import io.docsagent.worker.contract.Publisher;
import java.time.Instant;

/**
 * A use of the quota that has ended.
 *
 * <p>Stored: its components are part of the {@link io.docsagent.worker.wire.Format}.
 *
 * @param at when it was over; of a call of unknown outcome, its deadline
 * @param by its publisher
 */
public record Use(Instant at, @Publisher.Name String by) {

    public Use {
        by = Publisher.orDefault(by);
    }

    Use at(Instant other) {
        return new Use(other, by);
    }
}
