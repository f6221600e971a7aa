package io.docsagent.worker.sandbox.work;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pull request of a branch to main; the components are a format, as part of the job's file.
 *
 * @param head its latest commit
 * @param base the merge base when it ended; null while it is open, since main still moves
 */
public record PullRequest(
        int number,
        String title,
        State state,
        Instant openedAt,
        String head,
        @Nullable String base,
        @Nullable Instant endedAt) {

    public enum State {
        OPEN,
        MERGED,
        CLOSED
    }

    public boolean isOpen() {
        return state == State.OPEN;
    }

    PullRequest at(String commit) {
        return new PullRequest(number, title, state, openedAt, commit, base, endedAt);
    }

    PullRequest ended(State end, String leftMainAt, Instant at) {
        return new PullRequest(number, title, end, openedAt, head, leftMainAt, at);
    }
}
