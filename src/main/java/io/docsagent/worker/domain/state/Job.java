package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.contract.StatusEvent.JobState;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.state.Timer.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A job that the worker knows, from its acceptance until it is forgotten.
 *
 * <p>Stored: its components are part of the {@link io.docsagent.worker.wire.Format}.
 *
 * @param earlier the commandIds of the commands before the latest that were accepted since it last ended, in order, at
 *     most {@link #MOST_EARLIER}
 * @param generation its commands that ended accepted or unknown: an observation of an older one is out of date
 * @param sequence of its last event
 * @param observedAt when the GET of the last observation began, at the latest when that observation was decided on
 * @param byCreate whether a create of the project became this job; otherwise all that is known of it came of messages
 */
public record Job(
        JobSnapshot snapshot,
        Origin origin,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> earlier,
        int generation,
        long sequence,
        Instant observedAt,
        Following following,
        boolean byCreate)
        implements Timed {

    /** Of the commands whose public records change with the job. */
    public static final int MOST_EARLIER = 100;

    public Job {
        earlier = earlier == null ? List.of() : List.copyOf(earlier);
    }

    /** One of which no create is known. */
    public Job(
            JobSnapshot snapshot,
            Origin origin,
            List<String> earlier,
            int generation,
            long sequence,
            Instant observedAt,
            Following following) {
        this(snapshot, origin, earlier, generation, sequence, observedAt, following, false);
    }

    private static final Set<String> FINAL = Set.of("completed", "failed", "archived");

    /** The latest accepted command of the job: what its events give back. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Origin(
            @Nullable String commandId,
            @Nullable Map<String, String> metadata,
            @Nullable String traceparent,
            @Publisher.Name String publisher) {

        public Origin {
            publisher = Publisher.orDefault(publisher);
        }

        public static final Origin NONE = new Origin(null, null, null, Publisher.DEFAULT);

        public static Origin of(Command command) {
            return new Origin(command.commandId(), command.metadata(), command.traceparent(), command.publisher());
        }
    }

    /** Whether the job is polled. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Followed.class, name = "followed"),
        @JsonSubTypes.Type(value = Lingering.class, name = "lingering"),
        @JsonSubTypes.Type(value = Ended.class, name = "ended"),
        @JsonSubTypes.Type(value = Proposed.class, name = "proposed")
    })
    public sealed interface Following {}

    /**
     * Until it ends.
     *
     * @param checkAt when to see whether it takes too long
     * @param heldBefore the project's holds up to {@code since}, which do not count
     */
    public record Followed(Instant since, Instant checkAt, Duration heldBefore) implements Following {}

    /**
     * It has ended, but something may still come.
     *
     * @param mayRevive whether a message of unknown outcome may make it active again; else only a pull request is expected
     */
    public record Lingering(Instant since, Instant until, boolean mayRevive) implements Following {}

    /**
     * Not any more.
     *
     * @param reason why, where the job itself has not ended
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Ended(Instant forgetAt, @Nullable Reason reason) implements Following {}

    /**
     * Nothing is known of it but that an operator says that the service took a command as this job: a GET decides.
     *
     * @param operation which is answered then
     * @param checkAt when the GET has taken too long
     */
    public record Proposed(Operation operation, Instant since, Instant checkAt) implements Following {}

    /** One that a GET is to prove. */
    public static Job proposed(String jobId, Operation operation, Instant now, Instant checkAt) {
        return new Job(
                JobSnapshot.ofId(jobId), Origin.NONE, List.of(), 0, 0, now, new Proposed(operation, now, checkAt));
    }

    public static boolean isFinal(@Nullable String status) {
        return status != null && FINAL.contains(status);
    }

    public String id() {
        return snapshot.id();
    }

    @JsonIgnore
    public boolean isEnded() {
        return following instanceof Ended;
    }

    @Override
    public long bytes(String projectId) {
        return HeapBytes.of(this, projectId.length());
    }

    /** Why it is not followed any more, where it has not ended. */
    @JsonIgnore
    public @Nullable Reason givenUpFor() {
        return following instanceof Ended ended ? ended.reason() : null;
    }

    public Job with(JobSnapshot seen) {
        return new Job(seen, origin, earlier, generation, sequence, observedAt, following, byCreate);
    }

    public Job with(Following now) {
        return new Job(snapshot, origin, earlier, generation, sequence, observedAt, now, byCreate);
    }

    /** With one more command. */
    public Job with(Origin latest) {
        List<String> before = new ArrayList<>();
        if (!isEnded()) {
            before.addAll(earlier);
            if (origin.commandId() != null && !origin.commandId().equals(latest.commandId())) {
                before.add(origin.commandId());
            }
        }
        List<String> most = before.subList(Math.max(0, before.size() - MOST_EARLIER), before.size());
        return new Job(snapshot, latest, most, generation, sequence, observedAt, following, byCreate);
    }

    /** The commandIds of the commands that it is followed for. */
    public List<String> commandIds() {
        List<String> ids = new ArrayList<>(earlier);
        if (origin.commandId() != null) {
            ids.add(origin.commandId());
        }
        return ids;
    }

    /** @param isCreate whether its latest command was one */
    public Job withCreate(boolean isCreate) {
        return isCreate ? new Job(snapshot, origin, earlier, generation, sequence, observedAt, following, true) : this;
    }

    public Job nextGeneration() {
        return new Job(snapshot, origin, earlier, generation + 1, sequence, observedAt, following, byCreate);
    }

    public Job withNextSequence() {
        return new Job(snapshot, origin, earlier, generation, sequence + 1, observedAt, following, byCreate);
    }

    public Job observedAt(Instant began) {
        return new Job(snapshot, origin, earlier, generation, sequence, began, following, byCreate);
    }

    public JobState state(@Nullable String previousStatus) {
        return new JobState(
                snapshot.id(),
                snapshot.status(),
                previousStatus,
                snapshot.prLink(),
                snapshot.source(),
                snapshot.model(),
                snapshot.createdAt(),
                snapshot.archivedAt(),
                sequence);
    }

    /** How it is to be followed; null where it is not. */
    public @Nullable WatchedJob watched(String projectId) {
        return switch (following) {
            case Followed followed -> new WatchedJob(projectId, generation, snapshot, followed.since(), null);
            case Lingering lingering ->
                new WatchedJob(projectId, generation, snapshot, lingering.since(), lingering.until());
            case Ended ended -> null;
            case Proposed proposed -> new WatchedJob(projectId, generation, snapshot, proposed.since(), null);
        };
    }

    @Override
    public Timer timer(String key) {
        return switch (following) {
            case Followed followed -> new Timer(followed.checkAt(), Kind.JOB_CHECK, key);
            case Lingering lingering -> new Timer(lingering.until(), Kind.JOB_CHECK, key);
            case Ended ended -> new Timer(ended.forgetAt(), Kind.JOB_FORGOTTEN, key);
            case Proposed proposed -> new Timer(proposed.checkAt(), Kind.JOB_CHECK, key);
        };
    }
}
