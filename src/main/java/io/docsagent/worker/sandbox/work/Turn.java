package io.docsagent.worker.sandbox.work;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One prompt of a job, and what became of it.
 *
 * @param reason why it failed
 * @param log what the agent said
 * @param commit what the branch had afterwards, where something changed
 */
public record Turn(
        String prompt,
        Instant askedAt,
        State state,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable String reason,
        String log,
        @Nullable Integer exitCode,
        @Nullable String commit) {

    public enum State {
        WAITING,
        RUNNING,
        DONE,
        FAILED
    }

    static Turn asked(String prompt, Instant at) {
        return new Turn(prompt, at, State.WAITING, null, null, null, "", null, null);
    }

    public boolean isOpen() {
        return state == State.WAITING || state == State.RUNNING;
    }

    Turn started(Instant at) {
        return new Turn(prompt, askedAt, State.RUNNING, at, null, null, "", null, null);
    }

    Turn ended(TurnResult result, Instant at) {
        State end = result.failure() == null ? State.DONE : State.FAILED;
        return new Turn(
                prompt,
                askedAt,
                end,
                startedAt,
                at,
                result.failure(),
                result.log(),
                result.exitCode(),
                result.commit());
    }
}
