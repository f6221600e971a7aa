package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Project;
import org.jspecify.annotations.Nullable;

/**
 * What the limits leave of a project's queue.
 *
 * @param counts of the queue
 * @param bytesOfOthers queued for the other projects of the partition, and kept by this one of commands that have ended
 */
record QueueRoom(Policy.Queueing limits, Project.Counts counts, long bytesOfOthers) {

    /** Why one more command, of so many bytes, finds no room; null where it does. */
    @Nullable
    Reason lackForOne(long bytes) {
        return counts.waiting() >= limits.maxCommands()
                ? full("the project's queue has " + limits.maxCommands() + " commands")
                : lackOfBytes(bytes);
    }

    /** Why so many more bytes find no room; null where they do. */
    @Nullable
    Reason lackOfBytes(long more) {
        long bytes = counts.bytes() + more;
        if (bytes > limits.maxBytes()) {
            return full("the project's queue has " + limits.maxBytes() + " bytes");
        }
        // What other projects queue must not shut out one that has little.
        boolean hasMany = counts.bytes() > 0 && bytes > limits.minBytes();
        return hasMany && bytesOfOthers + bytes > limits.maxBytesPerPartition()
                ? full("the queues of the project's partition are full")
                : null;
    }

    private static Reason full(String message) {
        return new Reason("queue_full", message, null);
    }
}
