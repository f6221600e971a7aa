package io.docsagent.worker.domain.state;

import java.time.Instant;

/**
 * When and where an input was appended to the log.
 *
 * @param appendedAt the broker's append time: the only time that decisions know
 * @param latest the log's time now, used for nothing but how long a call may still be sent: a worker that is behind in
 *     the log must not make calls that are too late from the start
 */
public record LogPosition(int partition, long offset, Instant appendedAt, Instant latest) {}
