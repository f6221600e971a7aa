package io.docsagent.worker.sandbox.work;

import io.docsagent.worker.sandbox.agent.AgentReport;
import org.jspecify.annotations.Nullable;

/** The result of a turn: {@code failure} is the reason of a failure, {@code commit} the commit on the branch. */
record TurnResult(
        @Nullable String failure,
        String log,
        @Nullable Integer exitCode,
        @Nullable String commit) {

    static TurnResult failed(String reason) {
        return new TurnResult(reason, "", null, null);
    }

    static TurnResult failed(String reason, AgentReport report) {
        return new TurnResult(reason, report.log(), report.exitCode(), null);
    }

    static TurnResult done(AgentReport report, @Nullable String commit) {
        return new TurnResult(null, report.log(), report.exitCode(), commit);
    }
}
