package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Load;
import java.time.Instant;

/**
 * What every owner of a part of a project's state looks at in a decision.
 *
 * @param partition what the partition held before the decision, this project included
 * @param own of it, this project's
 * @param now the time of the decision, which never goes back
 * @param outbox takes what is to be done
 * @param content counts what of it is read and written
 */
record Scope(
        String projectId, Policy policy, Load partition, Load own, Instant now, Outbox outbox, ContentBudget content) {

    /** Of what waits, that of the partition's other projects. */
    long othersQueuedBytes() {
        return partition.queuedBytes() - own.queuedBytes();
    }

    /** Whether jobs and remembered commands took all the heap that they may, so that ended ones give way to new ones. */
    boolean isStateFull() {
        return partition.stateBytes() >= policy.seen().maxStateBytesPerPartition();
    }
}
