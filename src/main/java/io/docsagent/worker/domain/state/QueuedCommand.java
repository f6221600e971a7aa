package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.wire.ContentHash;
import io.docsagent.worker.wire.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A command from its admission to its end, waiting or in flight.
 *
 * <p>Stored: its components are a format.
 *
 * @param sequence its place in the project's order of arrival, which may be that of another one that it has superseded
 * @param arrival its own place in that order, whose numbers go on where the offsets of a re-created topic begin again
 * @param lane what it must keep its order in, see {@link LaneId}
 * @param jobId the job that a message goes to, or that a create continues; null while a message's create has not been
 *     accepted, and for a create that starts a job
 * @param admission where the input that brought it was, as {@code partition-offset}: with it a callId never comes again,
 *     though its commandId may
 * @param refusals of its calls for a reason that concerns the whole project, but the project's probes
 * @param createWaitUntil for a message whose create has not been seen: when it ends
 * @param first the command whose place it is in, which was the first one there; null where it is in its own
 * @param place as announced on its arrival; null where it was not announced as waiting
 * @param call in flight; null while the command waits
 * @param promotedAt when an operator asked for it before the others of its project; null where none did
 * @param publishedHash of what was published; null where that is what is sent
 * @param repeatedAt when a repetition of it was last announced; null where none was
 * @param quietUntil when it has waited long enough for no other command with its key to come; null if it need not
 */
public record QueuedCommand(
        long sequence,
        long arrival,
        Command command,
        Identity identity,
        String admission,
        String lane,
        @Nullable String jobId,
        Instant arrivedAt,
        Calls calls,
        int refusals,
        @Nullable Instant createWaitUntil,
        @Nullable Identity first,
        @Nullable QueuePlace place,
        @Nullable InFlightCall call,
        @Nullable Instant promotedAt,
        @Nullable String publishedHash,
        @Nullable Instant repeatedAt,
        @Nullable Instant quietUntil)
        implements KnownCommand {

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
                sequence,
                sequence,
                command,
                identity,
                admission,
                lane,
                jobId,
                now,
                Calls.NONE,
                0,
                createWaitUntil,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** As the repeat of one that ended as unknown: its attempts come after those that were made. */
    public QueuedCommand repeating(EndedCommand unknown) {
        return with(copy -> {
            copy.calls = unknown.calls().dismissedAll(unknown.sentTo());
            copy.publishedHash = unknown.contentHash();
            copy.repeatedAt = unknown.repeatedAt();
        });
    }

    @Override
    public Command.Type type() {
        return command.type();
    }

    @Override
    @JsonIgnore
    public boolean isCreate() {
        return type() == Command.Type.CREATE && jobId == null && !waitsForKey();
    }

    /** Whether something else has the {@code continueKey} of this create, which waits for its turn. */
    public boolean waitsForKey() {
        return LaneId.isOfKey(lane);
    }

    /** Whether it is a create that goes to an existing job. */
    @JsonIgnore
    public boolean isContinued() {
        return type() == Command.Type.CREATE && jobId != null;
    }

    /** The lane of a create in which the messages wait that name it. */
    public String followersLane() {
        return LaneId.ofCreate(first != null ? first : identity);
    }

    @Override
    public CommandState state() {
        if (call == null) {
            return CommandState.QUEUED;
        }
        return call.acceptedAs() == null ? CommandState.SENT : CommandState.ACCEPTED;
    }

    @Override
    public String contentHash() {
        return publishedHash != null ? publishedHash : ContentHash.of(command);
    }

    @Override
    public @Nullable String publicId() {
        return command.type() == Command.Type.CANCEL ? null : command.commandId();
    }

    @Override
    public @Nullable String knownJob() {
        return call != null && call.acceptedAs() != null ? call.acceptedAs() : jobId;
    }

    @Override
    public Origin eventOrigin() {
        return Origin.of(command, isContinued());
    }

    /** Whether the outcome of an earlier call is unknown, so that the service may have taken it. */
    public boolean mayHaveBeenTaken() {
        return !calls.unknown().isEmpty();
    }

    /** The latest of its arrival, its {@code notBefore} and the end of its quiet period. */
    public Instant dueAt() {
        return later(later(arrivedAt, command.notBefore()), quietUntil);
    }

    private static Instant later(Instant one, @Nullable Instant other) {
        return other != null && other.isAfter(one) ? other : one;
    }

    /** What it waits for until it is due. */
    public WaitReason dueReason() {
        return dueAt().equals(quietUntil) ? WaitReason.QUIET : WaitReason.SCHEDULED;
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
        return new CallId(identity, admission, calls.attempts()).toString();
    }

    /** The call in flight. */
    public InFlightCall inFlight() {
        return Objects.requireNonNull(call, "a command that waits has no call");
    }

    public QueuedCommand attempted() {
        return with(copy -> copy.calls = calls.attempted());
    }

    /** The outcome of its call is unknown. */
    public QueuedCommand outcomeUnknown() {
        return with(copy -> copy.calls = calls.latestUnknown());
    }

    @Override
    public QueuedCommand answered(int attempt) {
        return with(copy -> copy.calls = calls.answered(attempt));
    }

    @Override
    public QueuedCommand repeated(Instant now) {
        return with(copy -> copy.repeatedAt = now);
    }

    /** An earlier call was accepted after all; its call in flight does not end it any more. */
    public QueuedCommand acceptedAs(String job) {
        return with(inFlight().acceptedAs(job));
    }

    public QueuedCommand refused() {
        return with(copy -> copy.refusals = refusals + 1);
    }

    public QueuedCommand with(@Nullable InFlightCall now) {
        return with(copy -> copy.call = now);
    }

    /** Before the others of its project, and behind those that were promoted before. */
    public QueuedCommand promoted(Instant now) {
        return with(copy -> copy.promotedAt = promotedAt != null ? promotedAt : now);
    }

    /** Without prompt and metadata, for those who show it: a queue may hold 16 MiB of them. */
    public QueuedCommand withoutContent() {
        return with(copy -> copy.command = command.withoutContent());
    }

    public QueuedCommand announced(QueuePlace at) {
        return with(copy -> copy.place = at);
    }

    QueuedCommand with(Consumer<QueuedCommandParts> change) {
        QueuedCommandParts copy = new QueuedCommandParts(this);
        change.accept(copy);
        return copy.made();
    }
}
