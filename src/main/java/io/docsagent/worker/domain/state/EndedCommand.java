package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.state.Timer.Kind;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input.CommandArrived;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a command that has ended.
 *
 * <p>Stored: its components are a format.
 *
 * @param type this and what else {@link KnownCommand} declares is explained there
 * @param origin without what only events need, where no event can follow
 * @param forgetAt null for the first command in a place as long as one in that place waits or is in flight
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record EndedCommand(
        String contentHash,
        Command.Type type,
        @Nullable String admission,
        Origin origin,
        Terms terms,
        Calls calls,
        CommandOutcome outcome,
        @Nullable Instant repeatedAt,
        @Nullable Instant forgetAt)
        implements KnownCommand, Remembered {

    /** A queued command ends. */
    public static EndedCommand of(QueuedCommand queued, CommandOutcome outcome, @Nullable Instant forgetAt) {
        return new EndedCommand(
                queued.contentHash(),
                queued.type(),
                queued.admission(),
                originAfter(outcome, queued.calls(), queued.eventOrigin()),
                Terms.of(queued.command(), queued.arrivedAt(), queued.place()),
                queued.calls(),
                outcome,
                queued.repeatedAt(),
                forgetAt);
    }

    /** A command ends on its arrival. */
    public static EndedCommand onArrival(
            CommandArrived arrived, CommandOutcome outcome, Instant now, Instant forgetAt) {
        Command command = arrived.command();
        return new EndedCommand(
                arrived.contentHash(),
                command.type(),
                null,
                originAfter(outcome, Calls.NONE, Origin.of(command)),
                Terms.of(command, now, null),
                Calls.NONE,
                outcome,
                null,
                forgetAt);
    }

    /** With what only later events need where one may follow, and with the metadata that the public record shows. */
    private static Origin originAfter(CommandOutcome outcome, Calls calls, Origin all) {
        if (!(outcome instanceof CommandOutcome.Unknown unknown)) {
            boolean isShown = outcome instanceof CommandOutcome.Accepted || calls.mayHaveBeenTaken();
            return all.with(isShown ? all.metadata() : null, calls.mayHaveBeenTaken() ? all.traceparent() : null);
        }
        return unknown.command() == null ? all : all.with(null, null);
    }

    /** An earlier call of the command, which is in flight again or has ended, proved to be accepted. */
    public EndedCommand acceptedLate(String jobId, Instant until) {
        return with(new CommandOutcome.Accepted(jobId), eventOrigin(), calls, until);
    }

    /** An operator resolves the command, which ended as unknown, as not taken. */
    public EndedCommand dismissed(Reason why) {
        var notTaken = new CommandOutcome.NotTaken(CommandState.REJECTED, why);
        return with(notTaken, eventOrigin(), calls.dismissedAll(sentTo()), forgetAt);
    }

    /** The same, but it does not keep its key any more. */
    public EndedCommand withoutKey() {
        return outcome instanceof CommandOutcome.Unknown unknown
                ? with(
                        new CommandOutcome.Unknown(
                                unknown.reason(), unknown.jobId(), unknown.command(), unknown.endedAt()),
                        origin,
                        calls,
                        forgetAt)
                : this;
    }

    /** The place that it was in, or had, leads there from now on. */
    public EndedCommand leadingTo(Identity by, @Nullable Instant until) {
        String commandId = outcome instanceof CommandOutcome.Superseded before ? before.commandId() : null;
        return with(new CommandOutcome.Superseded(by, commandId), origin, calls, until);
    }

    @Override
    public EndedCommand answered(int attempt) {
        return with(outcome, origin, calls.answered(attempt), forgetAt);
    }

    private EndedCommand with(CommandOutcome now, Origin from, Calls made, @Nullable Instant until) {
        return new EndedCommand(contentHash, type, admission, from, terms, made, now, repeatedAt, until);
    }

    @Override
    public EndedCommand repeated(Instant now) {
        return new EndedCommand(contentHash, type, admission, origin, terms, calls, outcome, now, forgetAt);
    }

    @Override
    public CommandState state() {
        return outcome.state();
    }

    @Override
    public Origin eventOrigin() {
        Command kept = keptCommand();
        return kept == null ? origin : Origin.of(kept, origin.hasContinued());
    }

    @Override
    @JsonIgnore
    public boolean isCreate() {
        return type == Command.Type.CREATE && !origin.hasContinued() && sentTo() == null;
    }

    /** The job to which it was sent, if it was not accepted; null where it was to start one. */
    public @Nullable String sentTo() {
        return switch (outcome) {
            case CommandOutcome.Unknown unknown -> unknown.jobId();
            case CommandOutcome.NotTaken notTaken -> calls.dismissedTo();
            case CommandOutcome.Accepted accepted -> null;
            case CommandOutcome.Superseded superseded -> null;
        };
    }

    /** Until when no other create with its key is sent, since it may have become a job; null where it keeps none. */
    public @Nullable Instant keepsKeyUntil() {
        return outcome instanceof CommandOutcome.Unknown unknown ? unknown.keepsKeyUntil() : null;
    }

    @Override
    public @Nullable String publicId() {
        return origin.commandId();
    }

    @Override
    public @Nullable String knownJob() {
        return outcome.jobId();
    }

    @Override
    public long keptBytes() {
        Command kept = keptCommand();
        return kept == null ? 0 : Remembered.bytesToKeep(kept);
    }

    private @Nullable Command keptCommand() {
        return outcome instanceof CommandOutcome.Unknown unknown ? unknown.command() : null;
    }

    @Override
    public @Nullable Timer timer(String key) {
        Kind kind = guardsSend() ? Kind.SENT_FORGOTTEN : Kind.UNSENT_FORGOTTEN;
        return forgetAt == null ? null : new Timer(forgetAt, kind, key);
    }

    /** Whether the service has, or may have, taken the command, so that without the entry it might be sent twice. */
    private boolean guardsSend() {
        return outcome instanceof CommandOutcome.Accepted
                || outcome instanceof CommandOutcome.Unknown
                || calls.mayHaveBeenTaken();
    }
}
