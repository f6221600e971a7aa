package io.docsagent.worker.domain.decision;

import io.docsagent.worker.domain.index.ProjectIndex;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Installation;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.Tables;

/**
 * What a decision looks at besides its input.
 *
 * @param installation what operators asked of all projects
 * @param partition what the project's partition holds in all
 * @param lacksRoomForProject whether the partition has no room for one project more, and this one would be that
 */
public record DecisionContext(
        Tables tables,
        ProjectIndex index,
        Policy policy,
        Installation installation,
        Load partition,
        boolean lacksRoomForProject) {}
