package io.docsagent.worker.domain.state;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.StatusEvent.Reason;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How a command stands, from what is stored of it. */
public final class CommandRecords {

    private CommandRecords() {}

    /**
     * The record of a command that has one, without the time and the event of its writing.
     *
     * @param known has a {@link KnownCommand#publicId() commandId} for it
     * @param jobs by their ids
     */
    public static CommandRecord of(String projectId, KnownCommand known, Function<String, @Nullable Job> jobs) {
        return switch (known) {
            case QueuedCommand queued -> {
                Command command = queued.command();
                var terms = Terms.of(command, queued.arrivedAt(), queued.place());
                yield record(projectId, queued, terms, null, null, command.metadata(), jobs);
            }
            case EndedCommand ended -> {
                CommandOutcome outcome = ended.outcome();
                boolean showsMetadata = !(outcome instanceof CommandOutcome.NotTaken);
                yield record(
                        projectId,
                        ended,
                        ended.terms(),
                        outcome.reason(),
                        outcome instanceof CommandOutcome.Superseded superseded ? superseded.commandId() : null,
                        showsMetadata ? ended.eventOrigin().metadata() : null,
                        jobs);
            }
        };
    }

    private static CommandRecord record(
            String projectId,
            KnownCommand known,
            Terms terms,
            @Nullable Reason reason,
            @Nullable String supersededBy,
            @Nullable Map<String, String> metadata,
            Function<String, @Nullable Job> jobs) {
        String jobId = known.knownJob();
        Job job = known.state() == CommandState.ACCEPTED && jobId != null ? jobs.apply(jobId) : null;
        return new CommandRecord(
                projectId,
                Objects.requireNonNull(known.publicId(), "has no record"),
                known.state(),
                known.type(),
                known.eventOrigin().publisher(),
                terms.priority(),
                terms.arrivedAt(),
                terms.notBefore(),
                terms.expiresAt(),
                terms.queue(),
                known.calls().attempts(),
                jobId,
                job == null ? null : job.snapshot().status(),
                job == null ? null : job.snapshot().prLink(),
                job == null || job.pullRequest() == null
                        ? null
                        : job.pullRequest().state(),
                job != null && job.givenUpFor() != null ? job.givenUpFor() : reason,
                supersededBy,
                metadata,
                known.eventOrigin().continueKey(),
                known.eventOrigin().continued(),
                null,
                null);
    }
}
