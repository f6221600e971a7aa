package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.projects.CommandSummary;
import io.docsagent.worker.ops.projects.JobSummary;
import io.docsagent.worker.ops.projects.ProjectsEndpoint.Detail;
import io.docsagent.worker.ops.projects.UnknownOutcome;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the page of one project shows. */
record ProjectPage(
        Detail detail, ProjectCard card, List<CommandRow> commands, List<JobRow> jobs, List<UnknownRow> unknown) {

    static ProjectPage of(Detail detail) {
        String id = detail.project().projectId();
        return new ProjectPage(
                detail,
                ProjectCard.of(detail.project(), detail.time()),
                detail.commands().stream()
                        .map(command -> new CommandRow(id, command))
                        .toList(),
                detail.jobs().stream().map(job -> new JobRow(id, job)).toList(),
                detail.unknown().stream().map(UnknownRow::new).toList());
    }

    String title() {
        return detail.project().projectId();
    }

    /** One that waits or is in flight. */
    record CommandRow(String projectId, CommandSummary command) {

        /** Null where it has no commandId, by which it is found. */
        @Nullable
        String link() {
            return link(projectId, command.commandId());
        }

        static @Nullable String link(String projectId, @Nullable String commandId) {
            return commandId == null ? null : Links.command(projectId, commandId);
        }

        String why() {
            return WaitWords.of(command.waitsFor());
        }
    }

    /** A job, with its pull request. */
    record JobRow(String projectId, JobSummary job) {

        @Nullable
        String commandLink() {
            return CommandRow.link(projectId, job.commandId());
        }

        /** Null where there is no pull request, or none that a browser should follow. */
        @Nullable
        String pullRequest() {
            return Links.web(job.prLink());
        }

        /** What the service gave as the link of a pull request, and is none. */
        @Nullable
        String noLink() {
            return pullRequest() == null ? job.prLink() : null;
        }

        Instant seen() {
            return job.observedAt();
        }
    }

    /** A command that the service may have taken. */
    record UnknownRow(UnknownOutcome outcome) {

        @Nullable
        String link() {
            return CommandRow.link(outcome.projectId(), outcome.commandId());
        }
    }
}
