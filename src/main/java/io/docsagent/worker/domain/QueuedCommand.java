package io.docsagent.worker.domain;

import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Identity;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A command from its admission to its end, waiting or under way.
 *
 * @param sequence its place in the project's order of arrival
 * @param lane what it must keep its order in, see {@link Lane}
 * @param jobId the job that a message goes to; null for a create, and while a message's create has not been accepted
 * @param attempts sends so far
 * @param createWaitUntil for a message whose create has not been seen: when it ends
 * @param call under way; null while the command waits
 */
public record QueuedCommand(
        long sequence,
        Command command,
        Identity identity,
        String lane,
        @Nullable String jobId,
        Instant arrivedAt,
        int attempts,
        @Nullable Instant createWaitUntil,
        @Nullable OpenCall call) {

    /** Everything but the prompt and the metadata, roughly. */
    private static final int OVERHEAD_BYTES = 300;

    boolean isCreate() {
        return command.type() == Command.Type.CREATE;
    }

    /** What it takes of the limits on queued bytes. */
    long bytes() {
        long bytes = OVERHEAD_BYTES + utf8(command.prompt());
        for (var entry : command.metadata().entrySet()) {
            bytes += utf8(entry.getKey()) + utf8(entry.getValue());
        }
        return bytes;
    }

    /** Of its latest attempt. */
    String callId() {
        return identity.key() + "." + attempts;
    }

    /** The call under way. */
    OpenCall underWay() {
        return Objects.requireNonNull(call, "a command that waits has no call");
    }

    QueuedCommand attempted() {
        return new QueuedCommand(
                sequence, command, identity, lane, jobId, arrivedAt, attempts + 1, createWaitUntil, null);
    }

    QueuedCommand with(@Nullable OpenCall now) {
        return new QueuedCommand(sequence, command, identity, lane, jobId, arrivedAt, attempts, createWaitUntil, now);
    }

    QueuedCommand toJob(String job) {
        return new QueuedCommand(sequence, command, identity, Lane.ofJob(job), job, arrivedAt, attempts, null, null);
    }

    QueuedCommand createSeen() {
        return new QueuedCommand(sequence, command, identity, lane, jobId, arrivedAt, attempts, null, null);
    }

    private static long utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
