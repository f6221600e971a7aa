package io.docsagent.worker.testing;

import io.docsagent.worker.client.Ended;
import io.docsagent.worker.client.Outcome;
import java.util.Objects;

/** How a command ended. */
public record CommandEnd(Ended ended) {

    public Outcome outcome() {
        return ended.outcome();
    }

    /**
     * The link to its pull request.
     *
     * @throws AssertionError if there is none
     */
    public String pullRequest() {
        if (ended.outcome() != Outcome.PULL_REQUEST) {
            throw new AssertionError("There is no pull request: the command ended as " + ended.outcome()
                    + (ended.reason() == null ? "" : ", " + ended.reason()));
        }
        return Objects.requireNonNull(ended.prLink());
    }
}
