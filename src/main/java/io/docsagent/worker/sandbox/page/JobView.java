package io.docsagent.worker.sandbox.page;

import io.docsagent.worker.sandbox.work.JobRecord;
import io.docsagent.worker.sandbox.work.JobTurn;
import io.docsagent.worker.sandbox.work.Titles;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A job as the templates show it; {@code token} is for the forms of its page. */
record JobView(JobRecord job, String token) {

    String projectId() {
        return job.projectId();
    }

    String projectLink() {
        return Links.project(job.projectId());
    }

    String link() {
        return Links.job(job.projectId(), job.id());
    }

    String title() {
        return Titles.of(job.turns().getFirst().prompt());
    }

    /** The number of prompts, if there is more than one. */
    @Nullable
    Integer prompts() {
        return job.turns().size() > 1 ? job.turns().size() : null;
    }

    boolean archivable() {
        return job.archivedAt() == null && !job.isActive();
    }

    List<TurnView> turns() {
        return job.turns().stream().map(TurnView::new).toList();
    }

    record TurnView(JobTurn turn) {

        String prompt() {
            return turn.promptStart();
        }

        @Nullable
        String leftOut() {
            return prompt().length() == turn.prompt().length()
                    ? null
                    : "Only the first %,d characters of the prompt are shown".formatted(JobTurn.MAX_SHOWN);
        }

        String facts() {
            String exit = turn.exitCode() == null ? null : "exit code " + turn.exitCode();
            String commit =
                    turn.commit() == null ? null : "commit " + turn.commit().substring(0, 7);
            return Stream.of(exit, commit).filter(Objects::nonNull).collect(Collectors.joining(" · "));
        }
    }
}
