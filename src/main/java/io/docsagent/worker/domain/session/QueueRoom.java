package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Project;
import java.util.Optional;

/**
 * What the limits leave of a project's queue.
 *
 * @param counts of the queue
 * @param bytesOfOthers queued for the other projects of the partition, and kept by this one of commands that have ended
 */
record QueueRoom(Policy.Queueing limits, Project.Counts counts, long bytesOfOthers) {

    /** Why one more command, of so many bytes, finds no room. */
    Optional<Reason> lackForOne(long bytes) {
        return counts.waiting() >= limits.maxCommands()
                ? full("the project's queue has " + limits.maxCommands() + " commands")
                : lackOfBytes(bytes);
    }

    /** Why so many more bytes find no room. */
    Optional<Reason> lackOfBytes(long more) {
        long bytes = counts.bytes() + more;
        if (bytes > limits.maxBytes()) {
            return full("the project's queue has " + limits.maxBytes() + " bytes");
        }
        // What other projects queue must not shut out one that has little.
        boolean hasMany = counts.bytes() > 0 && bytes > limits.minBytes();
        return hasMany && bytesOfOthers + bytes > limits.maxBytesPerPartition()
                ? full("the queues of the project's partition are full")
                : Optional.empty();
    }

    private static Optional<Reason> full(String message) {
        return Optional.of(new Reason("queue_full", message, null));
    }
}
