package io.docsagent.worker.domain;

import io.docsagent.worker.message.Command.Priority;
import io.docsagent.worker.message.Identity;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The waiting commands of one job, in the order in which they must be sent, one at a time: the create (and the messages
 * that name it), or, once the job exists, its messages.
 *
 * <p>There is one for nearly every command of a backlog, so it is small: arrays instead of collections.
 */
final class Lane {

    /** Sets messages behind their create, which may arrive after them. */
    private static final long BEHIND_CREATE = 1L << 62;

    private static final long[] NONE = {};
    private static final long NO_CREATE = -1;

    /** The places of the waiting commands, ascending; what is beyond the size is free. */
    private long[] places = NONE;

    private int size;
    private int high;
    private int normal;
    private boolean busy;

    /** The sequence of the create, waiting or in flight. */
    private long create = NO_CREATE;

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

    /** The same, to be changed apart. */
    Lane copy() {
        Lane copy = new Lane();
        copy.places = places.clone();
        copy.size = size;
        copy.high = high;
        copy.normal = normal;
        copy.busy = busy;
        copy.create = create;
        return copy;
    }

    void add(QueuedCommand command) {
        noteCreate(command);
        long place = place(command);
        int index = Arrays.binarySearch(places, 0, size, place);
        if (index >= 0) {
            return;
        }
        int at = -index - 1;
        if (size == places.length) {
            places = Arrays.copyOf(places, size == 0 ? 1 : 2 * size);
        }
        System.arraycopy(places, at, places, at + 1, size - at);
        places[at] = place;
        size++;
        count(command, 1);
    }

    void remove(QueuedCommand command) {
        int index = Arrays.binarySearch(places, 0, size, place(command));
        if (index < 0) {
            return;
        }
        size--;
        System.arraycopy(places, index + 1, places, index, size - index);
        count(command, -1);
    }

    /** The command, which has been removed, is in flight. */
    void start(QueuedCommand command) {
        noteCreate(command);
        busy = true;
    }

    void end() {
        busy = false;
    }

    private void noteCreate(QueuedCommand command) {
        create = command.isCreate() ? command.sequence() : create;
    }

    void forgetCreate() {
        create = NO_CREATE;
    }

    /** The sequence of the lane's create, waiting or in flight; null where there is none. */
    @Nullable
    Long create() {
        return create == NO_CREATE ? null : create;
    }

    boolean isBusy() {
        return busy;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The sequence of the first waiting command. */
    long first() {
        return places[0] & ~BEHIND_CREATE;
    }

    /** The sequences of the waiting commands, in order. */
    List<Long> sequences() {
        return Arrays.stream(places, 0, size)
                .map(place -> place & ~BEHIND_CREATE)
                .boxed()
                .toList();
    }

    /** What may be sent next, at the highest priority waiting in the lane; null where nothing may. */
    @Nullable
    Candidate next(String id) {
        if (busy || size == 0) {
            return null;
        }
        boolean waitsForCreate = places[0] >= BEHIND_CREATE && !isOfJob(id);
        return waitsForCreate ? null : new Candidate(highestPriority(), first(), id);
    }

    @Override
    public String toString() {
        return sequences() + " (" + high + " high, " + normal + " normal" + (busy ? ", busy" : "")
                + (create == NO_CREATE ? ")" : ", create " + create + ")");
    }

    private Priority highestPriority() {
        if (high > 0) {
            return Priority.HIGH;
        }
        return normal > 0 ? Priority.NORMAL : Priority.LOW;
    }

    private void count(QueuedCommand command, int more) {
        switch (command.command().priority()) {
            case HIGH -> high += more;
            case NORMAL -> normal += more;
            case LOW -> {}
        }
    }

    private static long place(QueuedCommand command) {
        return command.isCreate() ? command.sequence() : command.sequence() | BEHIND_CREATE;
    }

    /** A lane's claim to send its first command. */
    record Candidate(Priority priority, long sequence, String lane) implements Comparable<Candidate> {
        @Override
        public int compareTo(Candidate other) {
            int byPriority = priority.compareTo(other.priority);
            return byPriority != 0 ? byPriority : Long.compare(sequence, other.sequence);
        }
    }
}
