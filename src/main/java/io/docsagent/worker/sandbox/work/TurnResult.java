package io.docsagent.worker.sandbox.work;

import io.docsagent.worker.sandbox.agent.AgentReport;
import org.jspecify.annotations.Nullable;

/** The result of a turn; {@code commit} is the commit on the branch, if something changed. */
record TurnResult(AgentReport report, @Nullable String commit) {

    static TurnResult failed(String reason) {
        return new TurnResult(AgentReport.failed(reason, ""), null);
    }
}
