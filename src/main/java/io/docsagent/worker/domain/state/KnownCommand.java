package io.docsagent.worker.domain.state;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandState;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A command of which the project knows: it waits or is in flight, or has ended and is remembered. */
public sealed interface KnownCommand permits QueuedCommand, EndedCommand {

    /** Where it is now. */
    CommandState state();

    /** As it was published; messages may name a create. */
    Command.Type type();

    /** Whether it starts a job: a create that continues another one's job does not. */
    boolean isCreate();

    /** Of what was published, by which a repetition is recognised. */
    String contentHash();

    /** Where the input that brought it was, as {@code partition-offset}; null where it was never queued. */
    @Nullable
    String admission();

    Calls calls();

    /** When a repetition of it was last announced; null where none was. */
    @Nullable
    Instant repeatedAt();

    /** The job that took it, or that it is meant for; null where none is known. */
    @Nullable
    String knownJob();

    /** What events about it give back. */
    Origin eventOrigin();

    /** The commandId under which its public record is; null where it has none: a cancel, and what has no commandId. */
    @Nullable
    String publicId();

    /** The same, after the announcement of a repetition. */
    KnownCommand repeated(Instant now);

    /** The same, of which the outcome of an earlier call is known after all. */
    KnownCommand answered(int attempt);

    /** Whether the call is one of this command's own, of which no outcome is known. */
    default boolean isUnanswered(CallId call) {
        return Objects.equals(admission(), call.admission()) && calls().isUnanswered(call.attempt());
    }
}
