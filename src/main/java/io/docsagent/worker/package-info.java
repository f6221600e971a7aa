/**
 * The worker: commands in from Kafka, calls to the Agent Job Service, status events out.
 *
 * <ol>
 *   <li>{@code ingress} validates what publishers wrote and keys it by project: {@code docs-agent.inputs}.
 *   <li>Everything that can happen to a project is a record there; its append time is the only clock of a decision.
 *   <li>{@code engine} loads a project, has {@code domain} decide, and commits state, calls and events in one transaction.
 *   <li>{@code domain} is pure: state, input and time lead to changes, effects and the time of the next decision.
 *   <li>A decided call is a record on {@code docs-agent.calls}; {@code gateway} reads it once it is committed.
 *   <li>The gateway commits its offset, and only then sends: at most once, sent or abandoned, never both.
 *   <li>The outcome of a call returns as an input; where none returns, the engine queries it, and never guesses.
 *   <li>A use of the quota returns one period after it was over, so that no rolling period holds too many.
 *   <li>{@code poller} follows the jobs of its instance's partitions, and writes an input only where one changed.
 *   <li>Timers write wake-ups to the log, so that a frozen instance cannot act on one.
 *   <li>{@code contract} and {@code wire} cross Kafka; {@code ops} shows all of it, and nobody depends on it.
 *   <li>{@code sandbox} is the Agent Job Service for demos and tests, and depends on nothing of the worker.
 * </ol>
 *
 * @see <a href="../../../../../docs/architecture.md">src/docs/architecture.md: the path of a create in twelve files</a>
 * @see <a href="../../../../../docs/decisions/README.md">src/docs/decisions: why it is done this way</a>
 */
@NullMarked
package io.docsagent.worker;

import org.jspecify.annotations.NullMarked;
