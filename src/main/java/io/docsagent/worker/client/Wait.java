package io.docsagent.worker.client;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One caller's wait for the end of one command; used by the reader's thread alone, but for its futures.
 *
 * <p>What is there of the command's partition is read first, and its last record counts; from then on every record does,
 * as it arrives. A caller that publishes the command does so then. Where the command was known before, the answer to the
 * caller is an event: its command is a repetition, or it is refused because its content is another one. What is no command
 * has no record; an event says so as well.
 */
final class Wait {

    private final String projectId;
    private final String commandId;
    private final boolean publishes;
    private final boolean isAppended;
    private final Consumer<CommandRecord> onChange;
    private final Executor callbacks;
    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    private final CompletableFuture<Ended> end = new CompletableFuture<>();

    /** The offset from which on records are new to this wait: others may have the partition read again. */
    private long unread;

    /** The commandId of the command whose end counts. */
    private String followed;

    private boolean hasBegun;
    private boolean isAnswered;
    private @Nullable CommandRecord latest;
    private @Nullable ReadEvent lastEvent;

    /**
     * @param publishes whether the caller publishes the command once the wait has begun
     * @param isAppended whether its prompt becomes part of the command that takes its place
     */
    private Wait(
            String projectId,
            String commandId,
            boolean publishes,
            boolean isAppended,
            Consumer<CommandRecord> onChange,
            Executor callbacks) {
        this.projectId = projectId;
        this.commandId = commandId;
        this.followed = commandId;
        this.publishes = publishes;
        this.isAppended = isAppended;
        this.onChange = onChange;
        this.callbacks = callbacks;
    }

    /** For a command that the caller publishes once the wait has begun. */
    static Wait ofPublished(NewCommand command, Consumer<CommandRecord> onChange, Executor callbacks) {
        return new Wait(command.projectId(), command.commandId(), true, command.isAppended(), onChange, callbacks);
    }

    static Wait of(String projectId, String commandId, Consumer<CommandRecord> onChange, Executor callbacks) {
        return new Wait(projectId, commandId, false, false, onChange, callbacks);
    }

    String key() {
        return CommandRecord.keyOf(projectId, followed);
    }

    /** Completed when all that was there has been read. */
    CompletableFuture<Void> begun() {
        return begun;
    }

    boolean publishes() {
        return publishes;
    }

    CompletableFuture<Ended> end() {
        return end;
    }

    /**
     * @param command null where the record deletes the ones before it
     * @return whether the records of another command count from now on, also those that were just read
     */
    boolean read(long offset, @Nullable CommandRecord command) {
        if (offset < unread) {
            return false;
        }
        unread = offset + 1;
        latest = command;
        if (hasBegun) {
            changed();
        }
        if (isGoneOn()) {
            followed = Objects.requireNonNull(Objects.requireNonNull(command).supersededBy());
            unread = 0;
            return true;
        }
        return false;
    }

    /** Whether the prompt is part of another command, of which no record has been read. */
    private boolean isGoneOn() {
        CommandRecord command = latest;
        return isAppended
                && command != null
                && command.state() == CommandState.SUPERSEDED
                && command.supersededBy() != null;
    }

    /** Has read what was there when the wait was asked for. */
    void begin() {
        if (!hasBegun) {
            hasBegun = true;
            isAnswered = !publishes;
            changed();
            callbacks.execute(() -> begun.complete(null));
        }
    }

    /** Whether what was there when the wait was asked for has been read. */
    boolean hasBegun() {
        return hasBegun;
    }

    private void changed() {
        CommandRecord command = latest;
        if (command == null) {
            // Nothing is remembered of the command, so what is published is a new one, and its records answer.
            isAnswered = true;
        } else if (isAnswered) {
            callbacks.execute(() -> onChange.accept(command));
        }
    }

    /** Only now is it sure that the record is of the command that the caller means. */
    void answered() {
        if (!isAnswered) {
            isAnswered = true;
            changed();
        }
    }

    void read(ReadEvent event) {
        boolean isOwn = event.isOf(projectId, commandId);
        if (isOwn || event.isOf(projectId, followed) || event.isOf(latest)) {
            lastEvent = event;
        }
        if (isOwn && hasBegun) {
            CommandRecord refused = event.refused(isAnswered);
            if (refused != null) {
                complete(new Ended(Outcome.REJECTED, refused, event.json()));
            } else if (!isAnswered && event.answersRepetition()) {
                answered();
            }
        }
    }

    /** How the command has ended, so that at most its last event is still to be read; null while it has not. */
    private @Nullable Outcome outcome() {
        return hasBegun && isAnswered && latest != null && !isGoneOn() ? Outcome.of(latest) : null;
    }

    /** Whether the command has ended, and the event that says so has not been read. */
    boolean lacksLastEvent() {
        return outcome() != null && !hasLastEvent();
    }

    private boolean hasLastEvent() {
        return lastEvent != null && (lastEvent.answersRepetition() || lastEvent.isOf(latest));
    }

    /** The command has ended, and its last event has been read if it can be. */
    void completeIfEnded() {
        Outcome outcome = outcome();
        if (outcome != null && latest != null) {
            complete(new Ended(outcome, latest, lastEvent == null ? null : lastEvent.json()));
        }
    }

    private void complete(Ended ended) {
        callbacks.execute(() -> end.complete(ended));
    }

    void fail(ClientException failure) {
        callbacks.execute(() -> {
            begun.completeExceptionally(failure);
            end.completeExceptionally(failure);
        });
    }

    /** What is known, for people. */
    String progress() {
        CommandRecord command = latest;
        if (!hasBegun) {
            return "The commands topic could not be read to its end";
        }
        if (command == null) {
            return "It is not known: no worker has read it, or its project is not open to its publisher";
        }
        String said = "It is " + command.state().name().toLowerCase(Locale.ROOT);
        if (command.state() == CommandState.QUEUED && command.queue() != null) {
            said += ", at position " + command.queue().position();
        }
        return command.status() == null ? said : said + ", its job is " + command.status();
    }
}
