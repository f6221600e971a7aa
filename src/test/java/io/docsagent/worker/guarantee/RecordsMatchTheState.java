package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;
import java.util.Map;
import java.util.Objects;

/** The records of the commands say what is stored of them, and there are no others. */
public final class RecordsMatchTheState implements Guarantee {

    /** All records are compared after each so many steps: that takes longer than the step. */
    private static final int STEPS = 10;

    private int steps;

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (steps++ % STEPS == 0) {
            atTheEnd(world);
        }
    }

    @Override
    public void atTheEnd(ProjectWorld world) {
        Map<String, CommandRecord> published = world.records();
        Map<String, CommandRecord> known = world.recordsByState();
        assertThat(published.keySet()).as("commands with a record").isEqualTo(known.keySet());
        known.forEach(
                (commandId, record) -> isPublished(world, Objects.requireNonNull(published.get(commandId)), record));
    }

    private static void isPublished(ProjectWorld world, CommandRecord published, CommandRecord known) {
        // The record of an earlier command keeps what the job ended with before it was revived.
        CommandRecord job = known.state() == CommandState.ACCEPTED && isOfPast(world, known) ? published : known;
        // Of what ended without a job, the metadata is published and not kept.
        Map<String, String> metadata = known.metadata() == null ? published.metadata() : known.metadata();
        assertThat(published)
                .isEqualTo(new CommandRecord(
                        known.projectId(),
                        known.commandId(),
                        known.state(),
                        known.type(),
                        known.publisher(),
                        known.priority(),
                        known.arrivedAt(),
                        known.notBefore(),
                        known.expiresAt(),
                        known.queue(),
                        known.attempts(),
                        known.jobId(),
                        job.status(),
                        job.prLink(),
                        job.pullRequest(),
                        job.reason(),
                        known.supersededBy(),
                        metadata,
                        known.continueKey(),
                        known.continued(),
                        published.updatedAt(),
                        published.eventId()));
    }

    private static boolean isOfPast(ProjectWorld world, CommandRecord record) {
        var job = world.ifJob(Objects.requireNonNull(record.jobId()));
        return job == null || !job.commandIds().contains(record.commandId());
    }
}
