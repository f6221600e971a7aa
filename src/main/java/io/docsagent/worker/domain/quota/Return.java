package io.docsagent.worker.domain.quota;

import java.time.Instant;

/**
 * Uses that come back together, by themselves.
 *
 * @param at when the last of them is back
 */
public record Return(Instant at, int uses) {}
