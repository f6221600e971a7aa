package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Load;
import java.time.Instant;

/**
 * What every owner of a part of a project's state looks at in a decision.
 *
 * @param others what the partition's other projects hold
 * @param now the time of the decision, which never goes back
 * @param outbox takes what is to be done
 */
record Scope(String projectId, Policy policy, Load others, Instant now, Outbox outbox) {}
