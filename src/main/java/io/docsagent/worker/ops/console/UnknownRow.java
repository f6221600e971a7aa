package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.projects.UnknownOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command that the service may have taken, with what says what became of it. */
record UnknownRow(UnknownOutcome outcome) {

    @Nullable
    String link() {
        return Links.commandOrNull(outcome.projectId(), outcome.commandId());
    }

    String projectLink() {
        return Links.project(outcome.projectId());
    }

    /** Empty for a command without an id, which no operation can name. */
    List<String> commands() {
        String id = outcome.commandId();
        if (id == null) {
            return List.of();
        }
        String job = outcome.jobId() == null ? "JOB" : outcome.jobId();
        return List.of(
                OperatorCommand.taken(outcome.projectId(), id, job), OperatorCommand.notTaken(outcome.projectId(), id));
    }
}
