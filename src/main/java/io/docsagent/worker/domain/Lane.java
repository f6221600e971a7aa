package io.docsagent.worker.domain;

import io.docsagent.worker.message.Command.Priority;
import io.docsagent.worker.message.Identity;
import java.util.EnumMap;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The waiting commands of one job, in the order in which they must be sent, one at a time: the create (and the messages
 * that name it), or, once the job exists, its messages.
 */
final class Lane {

    /** Sets messages behind their create, which may arrive after them. */
    private static final long BEHIND_CREATE = 1L << 62;

    private final TreeMap<Long, Priority> waiting = new TreeMap<>();
    private final EnumMap<Priority, Integer> countByPriority = new EnumMap<>(Priority.class);
    private boolean busy;

    /** The lane of a create and of the messages that name it. */
    static String ofCreate(Identity create) {
        return create.key();
    }

    /** The lane of a job's messages. */
    static String ofJob(String jobId) {
        return "j" + Identity.ofCommandId(jobId).key().substring(1);
    }

    static boolean isOfJob(String lane) {
        return lane.charAt(0) == 'j';
    }

    void add(QueuedCommand command) {
        Priority priority = command.command().priority();
        if (waiting.put(place(command), priority) == null) {
            countByPriority.merge(priority, 1, Integer::sum);
        }
    }

    void remove(QueuedCommand command) {
        Priority priority = waiting.remove(place(command));
        if (priority != null) {
            countByPriority.computeIfPresent(priority, (key, count) -> count == 1 ? null : count - 1);
        }
    }

    void setBusy(boolean busy) {
        this.busy = busy;
    }

    boolean isBusy() {
        return busy;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** The sequence of the first waiting command. */
    long first() {
        return waiting.firstKey() & ~BEHIND_CREATE;
    }

    /** The sequences of the waiting commands, in order. */
    List<Long> sequences() {
        return waiting.keySet().stream().map(place -> place & ~BEHIND_CREATE).toList();
    }

    /** What may be sent next, at the highest priority waiting in the lane; null where nothing may. */
    @Nullable
    Turn next(String id) {
        if (busy || waiting.isEmpty()) {
            return null;
        }
        long first = waiting.firstKey();
        boolean waitsForCreate = first >= BEHIND_CREATE && !isOfJob(id);
        return waitsForCreate
                ? null
                : new Turn(countByPriority.keySet().iterator().next(), first & ~BEHIND_CREATE, id);
    }

    private static long place(QueuedCommand command) {
        return command.isCreate() ? command.sequence() : command.sequence() | BEHIND_CREATE;
    }

    /** A lane's claim to send its first command. */
    record Turn(Priority priority, long sequence, String lane) implements Comparable<Turn> {
        @Override
        public int compareTo(Turn other) {
            int byPriority = priority.compareTo(other.priority);
            return byPriority != 0 ? byPriority : Long.compare(sequence, other.sequence);
        }
    }
}
