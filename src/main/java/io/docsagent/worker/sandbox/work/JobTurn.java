package io.docsagent.worker.sandbox.work;

import io.docsagent.worker.sandbox.agent.AgentReport;
import io.docsagent.worker.sandbox.agent.TextStart;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One prompt of a job with its result; the components are a format, as part of the job's file.
 *
 * @param reason why it failed
 * @param log the agent's output
 * @param commit the commit on the branch, if something changed
 */
public record JobTurn(
        String prompt,
        Instant askedAt,
        State state,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable String reason,
        String log,
        @Nullable Integer exitCode,
        @Nullable String commit) {

    /** Characters of a prompt that its page shows; of an ended turn one more is kept, so that the page says so. */
    public static final int MAX_SHOWN = 20_000;

    public enum State {
        WAITING,
        RUNNING,
        DONE,
        FAILED
    }

    static JobTurn waiting(String prompt, Instant at) {
        return new JobTurn(prompt, at, State.WAITING, null, null, null, "", null, null);
    }

    /** The prompt, or its first characters if it has more than {@link #MAX_SHOWN}. */
    public String promptStart() {
        return TextStart.of(prompt, MAX_SHOWN);
    }

    public boolean isOpen() {
        return state == State.WAITING || state == State.RUNNING;
    }

    JobTurn started(Instant at) {
        return new JobTurn(prompt, askedAt, State.RUNNING, at, null, null, "", null, null);
    }

    JobTurn ended(TurnResult result, Instant at) {
        AgentReport report = result.report();
        State end = report.failure() == null ? State.DONE : State.FAILED;
        return new JobTurn(
                TextStart.of(prompt, MAX_SHOWN + 1),
                askedAt,
                end,
                startedAt,
                at,
                report.failure(),
                report.log(),
                report.exitCode(),
                result.commit());
    }
}
