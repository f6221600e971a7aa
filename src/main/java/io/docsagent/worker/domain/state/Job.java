package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.docsagent.worker.domain.state.Timer.Kind;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.JobSnapshot;
import io.docsagent.worker.message.StatusEvent.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A job that the worker knows, from its acceptance until it is forgotten.
 *
 * <p>Stored: its components are a format; a new one is optional, and formats of the release before are read.
 *
 * @param generation its commands that ended accepted or unknown: an observation of an older one is out of date
 * @param sequence of its last event
 * @param observedAt when the GET of the last observation began, at the latest when that observation was decided on
 */
public record Job(
        JobSnapshot snapshot,
        Origin origin,
        int generation,
        long sequence,
        @JsonProperty("lookedAt") Instant observedAt,
        Following following) {

    private static final Set<String> FINAL = Set.of("completed", "failed", "archived");

    /** The latest accepted command of the job: what its events give back. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Origin(
            @Nullable String commandId,
            @Nullable Map<String, String> metadata,
            @Nullable String traceparent) {

        public static final Origin NONE = new Origin(null, null, null);

        public static Origin of(Command command) {
            return new Origin(command.commandId(), command.metadata(), command.traceparent());
        }
    }

    /** Whether the job is polled. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Followed.class, name = "followed"),
        @JsonSubTypes.Type(value = Lingering.class, name = "lingering"),
        @JsonSubTypes.Type(value = Ended.class, name = "ended")
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

    /** Not any more. */
    public record Ended(Instant forgetAt) implements Following {}

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

    public Job with(JobSnapshot seen) {
        return new Job(seen, origin, generation, sequence, observedAt, following);
    }

    public Job with(Following now) {
        return new Job(snapshot, origin, generation, sequence, observedAt, now);
    }

    public Job with(Origin latest) {
        return new Job(snapshot, latest, generation, sequence, observedAt, following);
    }

    public Job nextGeneration() {
        return new Job(snapshot, origin, generation + 1, sequence, observedAt, following);
    }

    public Job withNextSequence() {
        return new Job(snapshot, origin, generation, sequence + 1, observedAt, following);
    }

    public Job observedAt(Instant began) {
        return new Job(snapshot, origin, generation, sequence, began, following);
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
        };
    }

    public Timer timer(String key) {
        return switch (following) {
            case Followed followed -> new Timer(followed.checkAt(), Kind.JOB_CHECK, key);
            case Lingering lingering -> new Timer(lingering.until(), Kind.JOB_CHECK, key);
            case Ended ended -> new Timer(ended.forgetAt(), Kind.JOB_FORGOTTEN, key);
        };
    }
}
