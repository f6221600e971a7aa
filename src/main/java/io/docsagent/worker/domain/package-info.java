/**
 * The decision core: what happens to a project, as a pure function of its state and one input.
 *
 * <p>{@code Decider} is its entry. It hands an input to a {@code rule} and lets {@code Dispatch} send what may be sent.
 * Rules change state only through its owners in a {@code session}: {@code CommandQueue}, {@code Marks},
 * {@code KnownJobs}, {@code Holds}, {@code OperatorHolds}, {@code QuotaAccount}, {@code Outbox}. Nobody outside this package sees rules or owners.
 */
@NullMarked
package io.docsagent.worker.domain;

import org.jspecify.annotations.NullMarked;
