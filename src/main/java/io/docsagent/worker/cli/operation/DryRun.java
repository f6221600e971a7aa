package io.docsagent.worker.cli.operation;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.docsagent.worker.cli.state.StateCommand;
import io.docsagent.worker.cli.terminal.OperationSentences;
import io.docsagent.worker.contract.Command.Type;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.Operation;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an operation would affect, by the records of commands; commands without {@code commandId} have none.
 *
 * @param affected commands that it would affect
 * @param exact false where records do not show all that it takes to count: {@code affected} is the most that it can be, or,
 *     for one create or the commands of a publisher, without the messages that wait for them
 * @param state of the command that it names; null where it names none, or one that has no record
 * @param refused whether the operation would be refused because of that state
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record DryRun(
        String operation,
        String projectId,
        long affected,
        boolean exact,
        long waiting,
        long inFlight,
        long unknown,
        @Nullable String commandId,
        @Nullable CommandState state,
        boolean refused) {

    /** Whether the command is one that an operation may concern if it names it or its key, or concerns all. */
    static Predicate<CommandRecord> wanted(Operation operation) {
        String named = commandId(operation);
        String key = operation.action() instanceof Operation.Release release ? release.continueKey() : null;
        return command -> command.commandId().equals(named)
                || (key != null && key.equals(command.continueKey()))
                || StateCommand.isOpen(command);
    }

    /** @param commands of the project, or of all projects, that are wanted */
    static DryRun of(Operation operation, List<CommandRecord> commands) {
        String named = commandId(operation);
        Optional<CommandRecord> record = commands.stream()
                .filter(command -> command.commandId().equals(named))
                .findFirst();
        long concerned = commands.stream()
                .filter(command -> concerns(operation, command))
                .count();
        // However many commands have a key, it is one that is released.
        long affected = operation.action() instanceof Operation.Release ? Math.min(concerned, 1) : concerned;
        return new DryRun(
                operation.action().code(),
                operation.projectId(),
                affected,
                affected == 0 || isExact(operation, commands),
                StateCommand.count(commands, CommandState.QUEUED),
                StateCommand.count(commands, CommandState.SENT),
                StateCommand.count(commands, CommandState.UNKNOWN),
                named,
                record.map(CommandRecord::state).orElse(null),
                named != null && affected == 0);
    }

    private static boolean isExact(Operation operation, List<CommandRecord> commands) {
        Stream<CommandRecord> concerned = commands.stream().filter(command -> concerns(operation, command));
        return switch (operation.action()) {
            case Operation.Cancel cancel -> concerned.allMatch(command -> command.type() == Type.MESSAGE);
            // The records do not show whether the key's job can still be continued.
            case Operation.Release release -> false;
            case Operation.CancelMany many ->
                many.publisher() == null && many.coalesceKey() == null && concerned.allMatch(DryRun::wasNeverSent);
            // Records do not show whether a command's content is kept, and the queue has room for it.
            case Operation.ResolveMany many -> !many.repeat();
            default -> true;
        };
    }

    /** A cancel of many passes over those that wait to be repeated. */
    private static boolean wasNeverSent(CommandRecord command) {
        return command.attempts() == null || command.attempts() == 0;
    }

    /** Messages that wait for a create end with it, also where they are another publisher's. */
    private static boolean endsMessages(Operation operation) {
        return switch (operation.action()) {
            case Operation.Cancel cancel -> true;
            case Operation.CancelMany many -> many.publisher() != null;
            default -> false;
        };
    }

    private static @Nullable String commandId(Operation operation) {
        return switch (operation.action()) {
            case Operation.Promote promote -> promote.commandId();
            case Operation.Cancel cancel -> cancel.commandId();
            case Operation.ResolveTaken taken -> taken.commandId();
            case Operation.ResolveNotTaken not -> not.commandId();
            default -> null;
        };
    }

    private static boolean concerns(Operation operation, CommandRecord command) {
        boolean waits = command.state() == CommandState.QUEUED;
        boolean isUnknown = command.state() == CommandState.UNKNOWN;
        return switch (operation.action()) {
            case Operation.Hold hold -> waits;
            case Operation.Resume resume -> waits;
            case Operation.Probe probe -> waits;
            case Operation.Promote promote -> waits && command.commandId().equals(promote.commandId());
            case Operation.Release release -> release.continueKey().equals(command.continueKey());
            case Operation.Cancel cancel -> waits && command.commandId().equals(cancel.commandId());
            case Operation.CancelMany many -> waits && isOf(many.publisher(), command);
            case Operation.ResolveTaken taken ->
                isUnknown && command.commandId().equals(taken.commandId());
            case Operation.ResolveNotTaken not ->
                isUnknown && command.commandId().equals(not.commandId());
            case Operation.ResolveMany many ->
                isUnknown
                        && isOf(many.publisher(), command)
                        && (many.endedBefore() == null
                                || command.updatedAt() == null
                                || command.updatedAt().isBefore(many.endedBefore()));
        };
    }

    private static boolean isOf(@Nullable String publisher, CommandRecord command) {
        return publisher == null || publisher.equals(command.publisher());
    }

    /** For people. */
    String sentence(Operation operation) {
        String where = OperationSentences.where(operation);
        String counts = " (now " + OperationSentences.counts(waiting, inFlight, unknown)
                + "; commands without a commandId are not counted).";
        if (refused) {
            return "The " + this.operation + " would be refused: " + commandId + " of " + where
                    + (state == null ? " is not known" : " is " + state.name().toLowerCase(Locale.ROOT))
                    + counts;
        }
        String most = exact || operation.action() instanceof Operation.Cancel ? "" : "at most ";
        String more = exact || !endsMessages(operation)
                ? ""
                : ", and the messages that wait for " + (affected == 1 ? "it" : "them");
        return "The " + this.operation + " would affect " + most + OperationSentences.commands(affected) + " of "
                + where + more + counts;
    }
}
