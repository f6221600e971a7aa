package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Command.Priority;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.StatusEvent.QueuePlace;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A command from its admission to its end, waiting or in flight.
 *
 * <p>Stored: its components are a format; a new one is optional, and formats of the release before are read.
 *
 * @param sequence its position in the project's order of arrival
 * @param lane what it must keep its order in, see {@link LaneId}
 * @param jobId the job that a message goes to; null for a create, and while a message's create has not been accepted
 * @param admission where the input that brought it was, as {@code partition-offset}: with it a callId never comes again,
 *     though its commandId may
 * @param attempts sends so far
 * @param refusals of its calls for a reason that concerns the whole project, but the project's probes
 * @param createWaitUntil for a message whose create has not been seen: when it ends
 * @param first the command whose place it is in, which was the first one there; null where it is in its own
 * @param place as announced on its arrival; null where it was not announced as waiting
 * @param call in flight; null while the command waits
 * @param promotedAt when an operator asked for it before the others of its project; null where none did
 */
public record QueuedCommand(
        long sequence,
        Command command,
        Identity identity,
        String admission,
        String lane,
        @Nullable String jobId,
        Instant arrivedAt,
        int attempts,
        int refusals,
        @Nullable Instant createWaitUntil,
        @Nullable Identity first,
        @Nullable QueuePlace place,
        @Nullable InFlightCall call,
        @Nullable Instant promotedAt) {

    /** One that was not promoted. */
    public QueuedCommand(
            long sequence,
            Command command,
            Identity identity,
            String admission,
            String lane,
            @Nullable String jobId,
            Instant arrivedAt,
            int attempts,
            int refusals,
            @Nullable Instant createWaitUntil,
            @Nullable Identity first,
            @Nullable QueuePlace place,
            @Nullable InFlightCall call) {
        this(
                sequence,
                command,
                identity,
                admission,
                lane,
                jobId,
                arrivedAt,
                attempts,
                refusals,
                createWaitUntil,
                first,
                place,
                call,
                null);
    }

    /** A command that has just arrived. */
    public static QueuedCommand arrived(
            long sequence,
            Command command,
            Identity identity,
            String admission,
            String lane,
            @Nullable String jobId,
            Instant now,
            @Nullable Instant createWaitUntil) {
        return new QueuedCommand(
                sequence, command, identity, admission, lane, jobId, now, 0, 0, createWaitUntil, null, null, null);
    }

    @JsonIgnore
    public boolean isCreate() {
        return command.type() == Command.Type.CREATE;
    }

    /** The later of its arrival and its {@code notBefore}. */
    public Instant dueAt() {
        Instant notBefore = command.notBefore();
        return notBefore != null && notBefore.isAfter(arrivedAt) ? notBefore : arrivedAt;
    }

    /** Whether it waits for its {@code notBefore} at that time. */
    public boolean isScheduled(Instant now) {
        return dueAt().isAfter(now);
    }

    /** Whether it is sent once its turn comes: a cancel never is, and a message not before its create was seen. */
    public boolean awaitsItsTurn() {
        return command.type() != Command.Type.CANCEL && createWaitUntil == null;
    }

    /** What it takes of the limits on queued bytes, but for its lane. */
    public long bytes() {
        return HeapBytes.of(this);
    }

    /** Of its latest attempt. */
    public String callId() {
        return new CallId(identity, admission, attempts).toString();
    }

    /** The call in flight. */
    public InFlightCall inFlight() {
        return Objects.requireNonNull(call, "a command that waits has no call");
    }

    /** Whether it does not expire, or cease to wait for its create, before that time. */
    public boolean mayWaitUntil(Instant time) {
        Instant expiresAt = command.expiresAt();
        return (expiresAt == null || !expiresAt.isBefore(time))
                && (createWaitUntil == null || !createWaitUntil.isBefore(time));
    }

    /** The publisher whose use its call in flight is. */
    public String payer() {
        String payer = inFlight().payer();
        return payer == null ? command.publisher() : payer;
    }

    /** The priority at which the share of that publisher was charged for it. */
    public Command.Priority chargedPriority() {
        Command.Priority charged = inFlight().charged();
        return charged == null ? command.priority() : charged;
    }

    public QueuedCommand attempted() {
        return with(lane, jobId, attempts + 1, refusals, createWaitUntil, null);
    }

    public QueuedCommand refused() {
        return with(lane, jobId, attempts, refusals + 1, createWaitUntil, call);
    }

    public QueuedCommand with(@Nullable InFlightCall now) {
        return with(lane, jobId, attempts, refusals, createWaitUntil, now);
    }

    public QueuedCommand toJob(String job) {
        return with(LaneId.ofJob(job), job, attempts, refusals, null, null);
    }

    /** Not coalesced with others. */
    public QueuedCommand uncoalesced() {
        return with(command.uncoalesced(), place, promotedAt);
    }

    /** A message that named this create before it arrived, which took another one's place. */
    public QueuedCommand behind(QueuedCommand create) {
        return with(create.lane, null, attempts, refusals, null, null);
    }

    public QueuedCommand createSeen() {
        return with(lane, jobId, attempts, refusals, null, null);
    }

    /** Before the others of its project, and behind those that were promoted before. */
    public QueuedCommand promoted(Instant now) {
        return with(command, place, promotedAt != null ? promotedAt : now);
    }

    /** Whether it was published before the other one, whatever their places in the queue are. */
    public boolean isOlderThan(QueuedCommand other) {
        return admissionOffset() < other.admissionOffset();
    }

    /** Whether its record on the inputs comes before that offset. */
    public boolean arrivedBefore(long offset) {
        return admissionOffset() < offset;
    }

    private long admissionOffset() {
        return Long.parseLong(admission.substring(admission.lastIndexOf('-') + 1));
    }

    /**
     * In the place of an older command of its kind, or in its own where that is further ahead.
     *
     * @param prompt what is sent
     */
    public QueuedCommand superseding(QueuedCommand older, String prompt) {
        boolean isOlderAhead = older.sequence < sequence;
        QueuedCommand place = isOlderAhead ? older : this;
        Priority higher = older.command.priority().compareTo(command.priority()) < 0
                ? older.command.priority()
                : command.priority();
        return new QueuedCommand(
                place.sequence,
                command.with(prompt, higher, earlier(older.command.notBefore(), command.notBefore())),
                identity,
                admission,
                place.lane,
                place.jobId,
                place.arrivedAt,
                attempts,
                refusals,
                createWaitUntil,
                place.first == null && isOlderAhead ? older.identity : place.first,
                null,
                null,
                promotedAt == null ? older.promotedAt : promotedAt);
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        return one == null || other == null ? null : one.isBefore(other) ? one : other;
    }

    /** Without prompt and metadata, for those who show it: a queue may hold 16 MiB of them. */
    public QueuedCommand withoutContent() {
        return with(command.withoutContent(), place, promotedAt);
    }

    public QueuedCommand announced(QueuePlace at) {
        return with(command, at, promotedAt);
    }

    private QueuedCommand with(Command changed, @Nullable QueuePlace announced, @Nullable Instant promoted) {
        return new QueuedCommand(
                sequence,
                changed,
                identity,
                admission,
                lane,
                jobId,
                arrivedAt,
                attempts,
                refusals,
                createWaitUntil,
                first,
                announced,
                call,
                promoted);
    }

    private QueuedCommand with(
            String newLane,
            @Nullable String job,
            int sends,
            int refused,
            @Nullable Instant waitUntil,
            @Nullable InFlightCall inFlight) {
        return new QueuedCommand(
                sequence,
                command,
                identity,
                admission,
                newLane,
                job,
                arrivedAt,
                sends,
                refused,
                waitUntil,
                first,
                place,
                inFlight,
                promotedAt);
    }
}
