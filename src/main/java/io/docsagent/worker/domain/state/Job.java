package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent.JobState;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.state.Timer.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A job that the worker knows, from its acceptance until it is forgotten.
 *
 * <p>Stored: its components are part of the {@link io.docsagent.worker.wire.Format}.
 *
 * @param sequence of its last event
 * @param observedAt when the GET of the last observation began, at the latest when that observation was decided on
 * @param continuation which creates continue it; null for none
 * @param pullRequest what was reported of the one with its link; null for nothing, so that it counts as open
 */
public record Job(
        JobSnapshot snapshot,
        JobCommands commands,
        long sequence,
        Instant observedAt,
        JobFollowing following,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Continuation continuation,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable PullRequest pullRequest)
        implements Timed {

    private static final Set<String> FINAL = Set.of("completed", "failed", "archived");

    /** A job that no create continues, and of whose pull request nothing was reported. */
    public Job(JobSnapshot snapshot, JobCommands commands, long sequence, Instant observedAt, JobFollowing following) {
        this(snapshot, commands, sequence, observedAt, following, null, null);
    }

    /** Until when a message of unknown outcome may make it active again; null for none. */
    @JsonIgnore
    public @Nullable Instant mayReviveUntil() {
        return switch (following) {
            case JobFollowing.Followed followed -> followed.mayReviveUntil();
            case JobFollowing.Lingering lingering -> lingering.mayRevive() ? lingering.until() : null;
            case JobFollowing.Ended ended -> null;
            case JobFollowing.Proposed proposed -> null;
        };
    }

    /** One that a GET is to prove. */
    public static Job proposed(String jobId, Operation operation, Instant now, Instant checkAt) {
        var following = new JobFollowing.Proposed(operation, now, checkAt);
        return new Job(JobSnapshot.ofId(jobId), JobCommands.NONE, 0, now, following);
    }

    /** One that a command became, or that took the first command of which the project knows. */
    public static Job firstTakenBy(Origin origin, String jobId, JobFollowing following) {
        var commands = new JobCommands(origin, List.of(), 0, false);
        return new Job(JobSnapshot.ofId(jobId), commands, 0, Instant.EPOCH, following);
    }

    public static boolean isFinal(@Nullable String status) {
        return status != null && FINAL.contains(status);
    }

    public String id() {
        return snapshot.id();
    }

    @JsonIgnore
    public boolean isEnded() {
        return following instanceof JobFollowing.Ended;
    }

    /** Whether it has not ended, as far as it was seen; one that was lost or given up is not active. */
    @JsonIgnore
    public boolean isActive() {
        return following instanceof JobFollowing.Followed && !isFinal(snapshot.status());
    }

    @Override
    public long bytes(String projectId) {
        return HeapBytes.of(this, projectId.length());
    }

    /** Why it is not followed any more, where it has not ended. */
    @JsonIgnore
    public @Nullable Reason givenUpFor() {
        return following instanceof JobFollowing.Ended ended ? ended.reason() : null;
    }

    /** With another link it has another pull request. */
    public Job with(JobSnapshot seen) {
        PullRequest same = Objects.equals(seen.prLink(), snapshot.prLink()) ? pullRequest : null;
        return new Job(seen, commands, sequence, observedAt, following, continuation, same);
    }

    private Job with(JobCommands now) {
        return new Job(snapshot, now, sequence, observedAt, following, continuation, pullRequest);
    }

    public Job with(JobFollowing now) {
        return new Job(snapshot, commands, sequence, observedAt, now, continuation, pullRequest);
    }

    public Job with(@Nullable Continuation other) {
        return new Job(snapshot, commands, sequence, observedAt, following, other, pullRequest);
    }

    public Job with(PullRequest reported) {
        return new Job(snapshot, commands, sequence, observedAt, following, continuation, reported);
    }

    public Job withNextSequence() {
        return new Job(snapshot, commands, sequence + 1, observedAt, following, continuation, pullRequest);
    }

    public Job observedAt(Instant began) {
        return new Job(snapshot, commands, sequence, began, following, continuation, pullRequest);
    }

    /** With one more command, which the service has taken. */
    public Job accepted(Origin latest, boolean isCreate) {
        return with(commands.accepted(latest, isCreate, isEnded()));
    }

    /** With one more command, of unknown outcome. */
    public Job maybeTaken() {
        return with(commands.maybeTaken());
    }

    /** Of its latest accepted command. */
    @JsonIgnore
    public Origin origin() {
        return commands.origin();
    }

    /** The commandIds of the commands that it is followed for. */
    public List<String> commandIds() {
        return commands.ids();
    }

    /** Whether it has a pull request that was not reported as merged or closed. */
    public boolean hasOpenPullRequest() {
        return snapshot.prLink() != null && (pullRequest == null || pullRequest.isOpen());
    }

    /**
     * Whether it takes another message of what has its key: it is active or completed, its pull request is not merged or
     * closed, and its time is not over.
     */
    public boolean isContinuable(Duration maxAge, int maxMessages, Instant now) {
        boolean isOpen = !Set.of("failed", "archived").contains(Objects.requireNonNullElse(snapshot.status(), ""))
                && givenUpFor() == null
                && !(following instanceof JobFollowing.Proposed)
                && (pullRequest == null || pullRequest.isOpen());
        return isOpen && continuation != null && continuation.lasts(maxAge, maxMessages, now);
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
            case JobFollowing.Followed followed ->
                new WatchedJob(projectId, commands.generation(), snapshot, followed.since(), null);
            case JobFollowing.Lingering lingering ->
                new WatchedJob(projectId, commands.generation(), snapshot, lingering.since(), lingering.until());
            case JobFollowing.Ended ended -> null;
            case JobFollowing.Proposed proposed ->
                new WatchedJob(projectId, commands.generation(), snapshot, proposed.since(), null);
        };
    }

    @Override
    public Timer timer(String key) {
        return switch (following) {
            case JobFollowing.Followed followed -> new Timer(followed.checkAt(), Kind.JOB_CHECK, key);
            case JobFollowing.Lingering lingering -> new Timer(lingering.until(), Kind.JOB_CHECK, key);
            case JobFollowing.Ended ended -> new Timer(ended.forgetAt(), Kind.JOB_FORGOTTEN, key);
            case JobFollowing.Proposed proposed -> new Timer(proposed.checkAt(), Kind.JOB_CHECK, key);
        };
    }
}
