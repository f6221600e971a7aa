package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.domain.state.Tables;

/** What a decision would write of each kind of state. */
record Drafts(Draft<Project> projects, Draft<QueuedCommand> commands, Draft<Job> jobs, Draft<Remembered> seen) {

    static Drafts of(Tables saved) {
        return new Drafts(
                new Draft<>(saved.projects()),
                new Draft<>(saved.queue()),
                new Draft<>(saved.jobs()),
                new Draft<>(saved.seen()));
    }

    /** Commands and marks. */
    int commandsChanged() {
        return commands.changes().size() + seen.changes().size();
    }

    Decision.Changes changes() {
        return new Decision.Changes(projects.changes(), commands.changes(), jobs.changes(), seen.changes());
    }
}
