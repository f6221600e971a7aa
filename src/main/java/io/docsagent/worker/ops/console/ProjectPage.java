package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.projects.CommandSummary;
import io.docsagent.worker.ops.projects.JobSummary;
import io.docsagent.worker.ops.projects.ProjectsEndpoint.Detail;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the page of one project shows. */
record ProjectPage(
        Detail detail,
        boolean asked,
        ProjectCard card,
        List<CommandRow> commands,
        List<JobRow> jobs,
        List<UnknownRow> unknown) {

    /** @param asked whether jobs and unknown outcomes were asked for */
    static ProjectPage of(Detail detail, boolean asked) {
        String id = detail.project().projectId();
        return new ProjectPage(
                detail,
                asked,
                ProjectCard.of(detail.project(), detail.time()),
                detail.commands().stream()
                        .map(command -> new CommandRow(id, command))
                        .toList(),
                detail.jobs() == null
                        ? List.of()
                        : detail.jobs().stream().map(job -> new JobRow(id, job)).toList(),
                detail.unknown() == null
                        ? List.of()
                        : detail.unknown().latest().stream()
                                .map(UnknownRow::new)
                                .toList());
    }

    boolean remembered() {
        return detail.jobs() != null;
    }

    /** Whether jobs and unknown outcomes were asked for, and could not be read. */
    boolean missing() {
        return asked && !remembered();
    }

    List<String> operatorCommands() {
        return OperatorCommand.endingHolds(detail.project());
    }

    String title() {
        return detail.project().projectId();
    }

    /** One that waits or is in flight. */
    record CommandRow(String projectId, CommandSummary command) {

        /** Null where it has no commandId, by which it is found. */
        @Nullable
        String link() {
            return Links.commandOrNull(projectId, command.commandId());
        }

        String why() {
            return WaitWords.of(command.waitsFor());
        }
    }

    /** A job, with its pull request. */
    record JobRow(String projectId, JobSummary job) {

        @Nullable
        String commandLink() {
            return Links.commandOrNull(projectId, job.commandId());
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
    }
}
