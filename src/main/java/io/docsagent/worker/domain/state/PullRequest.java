package io.docsagent.worker.domain.state;

import io.docsagent.worker.contract.PullRequestState;
import java.time.Instant;

/**
 * What was last reported of a job's pull request.
 *
 * @param at when it was so, by whoever reported it
 */
public record PullRequest(PullRequestState state, Instant at) {

    boolean isOpen() {
        return state == PullRequestState.OPEN;
    }
}
