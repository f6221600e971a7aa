/**
 * The decision core: what happens to a project, as a pure function of its state and one input.
 *
 * <p>{@code Decider} hands an input to a rule ({@code Admission}, {@code CallOutcome}, {@code Observation}, {@code WakeUp})
 * and lets {@code Dispatch} send what may be sent. Rules change state only through its owners in a {@code ProjectSession}:
 * {@code CommandQueue}, {@code Deduplication}, {@code Jobs}, {@code Breaker}, {@code QuotaAccount}, {@code Outbox}.
 */
@NullMarked
package io.docsagent.worker.domain;

import org.jspecify.annotations.NullMarked;
