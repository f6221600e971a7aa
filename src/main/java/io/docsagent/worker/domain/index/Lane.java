package io.docsagent.worker.domain.index;

import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.message.Command.Priority;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The waiting commands of one job in the order in which they must be sent, one at a time: the create and the messages
 * that name it, or, once the job exists, its messages.
 *
 * <p>A backlog has one lane for nearly every command, so a lane is small: arrays instead of collections.
 */
public final class Lane {

    /** Orders messages after their create, which may arrive after them. */
    private static final long BEHIND_CREATE = 1L << 62;

    private static final long[] NONE = {};
    private static final String[] NOBODY = {};
    private static final long NO_CREATE = -1;

    /** Behind all that were promoted. */
    private static final long NOT_PROMOTED = Long.MAX_VALUE;

    /** The positions of the waiting commands, ascending; entries from {@code size} on are unused. */
    private long[] positions = NONE;

    /** When each of them may be sent, in milliseconds since 1970. */
    private long[] due = NONE;

    /** Whose they are. */
    private String[] publishers = NOBODY;

    /** When waiting commands were promoted, in milliseconds since 1970, by their positions; most lanes have none. */
    private Map<Long, Long> promoted = Map.of();

    private int size;
    private int high;
    private int normal;
    private boolean busy;

    /** The sequence of the create, waiting or in flight. */
    private long create = NO_CREATE;

    /** An independent copy. */
    Lane copy() {
        Lane copy = new Lane();
        copy.positions = positions.clone();
        copy.due = due.clone();
        copy.publishers = publishers.clone();
        copy.promoted = promoted;
        copy.size = size;
        copy.high = high;
        copy.normal = normal;
        copy.busy = busy;
        copy.create = create;
        return copy;
    }

    boolean contains(QueuedCommand command) {
        return indexOf(command) >= 0;
    }

    /** Adds a command that it does not contain. */
    void add(QueuedCommand command) {
        noteCreate(command);
        int at = -indexOf(command) - 1;
        if (size == positions.length) {
            positions = Arrays.copyOf(positions, size == 0 ? 1 : 2 * size);
            due = Arrays.copyOf(due, positions.length);
            publishers = Arrays.copyOf(publishers, positions.length);
        }
        System.arraycopy(positions, at, positions, at + 1, size - at);
        System.arraycopy(due, at, due, at + 1, size - at);
        System.arraycopy(publishers, at, publishers, at + 1, size - at);
        positions[at] = position(command);
        due[at] = command.dueAt().toEpochMilli();
        // Every waiting command has one: all share the few names.
        publishers[at] = command.command().publisher().intern();
        size++;
        count(command, 1);
        if (command.promotedAt() != null) {
            promoted = new HashMap<>(promoted);
            promoted.put(position(command), command.promotedAt().toEpochMilli());
        }
    }

    /** Removes a command that it contains. */
    void remove(QueuedCommand command) {
        int index = indexOf(command);
        size--;
        System.arraycopy(positions, index + 1, positions, index, size - index);
        System.arraycopy(due, index + 1, due, index, size - index);
        System.arraycopy(publishers, index + 1, publishers, index, size - index);
        count(command, -1);
        if (command.promotedAt() != null) {
            promoted = new HashMap<>(promoted);
            promoted.remove(position(command));
        }
    }

    /** The command, which has been removed, is in flight. */
    void start(QueuedCommand command) {
        noteCreate(command);
        busy = true;
    }

    void end() {
        busy = false;
    }

    private int indexOf(QueuedCommand command) {
        return Arrays.binarySearch(positions, 0, size, position(command));
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
        return positions[0] & ~BEHIND_CREATE;
    }

    /** The sequences of the waiting commands, in order. */
    List<Long> sequences() {
        return first(size);
    }

    /** The sequences of the first commands that must be sent before this one, which waits or may come to wait. */
    List<Long> before(QueuedCommand command, int most) {
        return first(Math.min(countBefore(command), most));
    }

    /** The sequence of the last command of each publisher that must be sent before this one, by publisher. */
    Map<String, Long> lastOfEachBefore(QueuedCommand command) {
        Map<String, Long> last = new TreeMap<>();
        String publisher = "";
        for (int i = countBefore(command) - 1; i >= 0; i--) {
            if (!publishers[i].equals(publisher)) {
                publisher = publishers[i];
                last.putIfAbsent(publisher, positions[i] & ~BEHIND_CREATE);
            }
        }
        return last;
    }

    private int countBefore(QueuedCommand command) {
        int index = indexOf(command);
        return index >= 0 ? index : -index - 1;
    }

    private List<Long> first(int count) {
        return Arrays.stream(positions, 0, count)
                .map(position -> position & ~BEHIND_CREATE)
                .boxed()
                .toList();
    }

    boolean isPromoted() {
        return !promoted.isEmpty();
    }

    /**
     * The command that may be sent next, at the highest priority that waits in the lane or as promoted as the first one
     * there, once it is due; null where none may.
     */
    @Nullable
    Candidate next(String id) {
        if (busy || size == 0) {
            return null;
        }
        boolean waitsForCreate = positions[0] >= BEHIND_CREATE && !LaneId.isOfJob(id);
        return waitsForCreate ? null : new Candidate(promotedAt(), highestPriority(), due[0], first(), payers(), id);
    }

    @Override
    public String toString() {
        return sequences() + " (" + high + " high, " + normal + " normal"
                + (promoted.isEmpty() ? "" : ", promoted " + new TreeMap<>(promoted)) + (busy ? ", busy" : "")
                + (create == NO_CREATE ? ")" : ", create " + create + ")");
    }

    private long promotedAt() {
        return promoted.values().stream().min(Long::compare).orElse(NOT_PROMOTED);
    }

    /** The command that was promoted first takes along what must go before it. */
    private Payers payers() {
        String promoter = promoted.entrySet().stream()
                .min(Map.Entry.<Long, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(first -> publishers[Arrays.binarySearch(positions, 0, size, first.getKey())])
                .orElse(publishers[0]);
        return new Payers(publishers[0], promoter.equals(publishers[0]) ? null : promoter);
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

    private static long position(QueuedCommand command) {
        return command.isCreate() ? command.sequence() : command.sequence() | BEHIND_CREATE;
    }

    /**
     * A lane whose first command may be sent, ordered by what is to be sent first.
     *
     * @param promoted when the first of its commands was promoted, in milliseconds since 1970; the greatest number where
     *     none was
     * @param due from when on, in milliseconds since 1970
     * @param payers whose use its call may be
     */
    public record Candidate(long promoted, Priority priority, long due, long sequence, Payers payers, String lane)
            implements Comparable<Candidate> {

        static final Comparator<Candidate> BY_TIME =
                Comparator.comparingLong(Candidate::due).thenComparingLong(Candidate::sequence);

        public boolean isPromoted() {
            return promoted != NOT_PROMOTED;
        }

        @Override
        public int compareTo(Candidate other) {
            if (promoted != other.promoted) {
                return Long.compare(promoted, other.promoted);
            }
            int byPriority = priority.compareTo(other.priority);
            return byPriority != 0 ? byPriority : BY_TIME.compare(this, other);
        }
    }
}
