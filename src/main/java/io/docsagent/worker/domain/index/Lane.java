package io.docsagent.worker.domain.index;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongConsumer;
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

    /**
     * Of heap: with its name and its place in the map, its arrays, and its candidate in the tree of what may be sent. The
     * rest of what a command takes is its own, see {@link QueuedCommand#bytes}.
     */
    static final long BYTES = 340;

    private static final long[] NONE = {};
    private static final String[] NOBODY = {};
    private static final long NO_CREATE = -1;

    /** Behind all that were promoted. */
    private static final long NOT_PROMOTED = Long.MAX_VALUE;

    /** The positions of the waiting commands, ascending; entries before {@code from} and from {@code to} on are unused. */
    private long[] positions = NONE;

    /** When each of them may be sent, in milliseconds since 1970. */
    private long[] due = NONE;

    /** Whose they are. */
    private String[] publishers = NOBODY;

    /** The waiting commands that were promoted; most lanes have none. */
    private NavigableSet<Promotion> promoted = Collections.emptyNavigableSet();

    private int from;
    private int to;
    private int high;
    private int normal;
    private boolean busy;

    /** The sequence of the create, waiting or in flight. */
    private long create = NO_CREATE;

    /** @param at in milliseconds since 1970 */
    private record Promotion(long at, long position) implements Comparable<Promotion> {

        static Promotion of(QueuedCommand command) {
            return new Promotion(Objects.requireNonNull(command.promotedAt()).toEpochMilli(), Lane.position(command));
        }

        @Override
        public int compareTo(Promotion other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(position, other.position);
        }
    }

    boolean contains(QueuedCommand command) {
        return indexOf(command) >= 0;
    }

    /** Adds a command that it does not contain. */
    void add(QueuedCommand command) {
        noteCreate(command);
        if (to == positions.length) {
            makeRoom();
        }
        int at = -indexOf(command) - 1;
        move(at, at + 1, to - at);
        positions[at] = position(command);
        due[at] = command.dueAt().toEpochMilli();
        // Every waiting command has one: all share the few names.
        publishers[at] = command.command().publisher().intern();
        to++;
        count(command, 1);
        if (command.promotedAt() != null) {
            promoted = promoted.isEmpty() ? new TreeSet<>() : promoted;
            promoted.add(Promotion.of(command));
        }
    }

    private void makeRoom() {
        if (from > 0) {
            move(from, 0, size());
            to -= from;
            from = 0;
        } else {
            positions = Arrays.copyOf(positions, to == 0 ? 1 : 2 * to);
            due = Arrays.copyOf(due, positions.length);
            publishers = Arrays.copyOf(publishers, positions.length);
        }
    }

    private void move(int source, int target, int length) {
        System.arraycopy(positions, source, positions, target, length);
        System.arraycopy(due, source, due, target, length);
        System.arraycopy(publishers, source, publishers, target, length);
    }

    /** Removes a command that it contains. */
    void remove(QueuedCommand command) {
        int index = indexOf(command);
        if (index == from) {
            // The usual case; a lane may have many behind the first.
            from++;
        } else {
            move(index + 1, index, to - index - 1);
            to--;
        }
        count(command, -1);
        if (command.promotedAt() != null) {
            promoted.remove(Promotion.of(command));
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
        return Arrays.binarySearch(positions, from, to, position(command));
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
        return size() == 0;
    }

    private int size() {
        return to - from;
    }

    /** The sequence of the first waiting command. */
    long first() {
        return positions[from] & ~BEHIND_CREATE;
    }

    /** The sequences of the first commands that must be sent before this one, which waits or may come to wait. */
    List<Long> before(QueuedCommand command, int most) {
        return sequences(from, from + Math.min(countBefore(command), most));
    }

    /** The sequence of the last command of each publisher that must be sent before this one, by publisher. */
    Map<String, Long> lastOfEachBefore(QueuedCommand command) {
        Map<String, Long> last = new TreeMap<>();
        String publisher = "";
        for (int i = from + countBefore(command) - 1; i >= from; i--) {
            if (!publishers[i].equals(publisher)) {
                publisher = publishers[i];
                last.putIfAbsent(publisher, positions[i] & ~BEHIND_CREATE);
            }
        }
        return last;
    }

    private int countBefore(QueuedCommand command) {
        int index = indexOf(command);
        return (index >= 0 ? index : -index - 1) - from;
    }

    private List<Long> sequences(int start, int end) {
        return Arrays.stream(positions, start, end)
                .map(position -> position & ~BEHIND_CREATE)
                .boxed()
                .toList();
    }

    /** Visits the sequences of the waiting commands, in order. */
    void eachWaiting(LongConsumer visitor) {
        for (int i = from; i < to; i++) {
            visitor.accept(positions[i] & ~BEHIND_CREATE);
        }
    }

    /** How many messages wait. */
    int followers() {
        return to - firstFollowerAt();
    }

    /** The sequence of the first message that waits; null where none does. */
    @Nullable
    Long firstFollower() {
        int at = firstFollowerAt();
        return at == to ? null : positions[at] & ~BEHIND_CREATE;
    }

    /** The sequences of the first messages that wait, in order. */
    List<Long> firstFollowers(int most) {
        int at = firstFollowerAt();
        return sequences(at, Math.min(to, at + most));
    }

    private int firstFollowerAt() {
        int at = from;
        while (at < to && positions[at] < BEHIND_CREATE) {
            at++;
        }
        return at;
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
        if (busy || isEmpty()) {
            return null;
        }
        boolean waitsForCreate = positions[from] >= BEHIND_CREATE && !LaneId.isOfJob(id);
        return waitsForCreate ? null : new Candidate(promotedAt(), highestPriority(), due[from], first(), payers(), id);
    }

    @Override
    public String toString() {
        List<String> waiting = new ArrayList<>();
        for (int i = from; i < to; i++) {
            waiting.add((positions[i] & ~BEHIND_CREATE) + " of " + publishers[i] + " due " + due[i]);
        }
        return waiting + " (" + high + " high, " + normal + " normal"
                + (promoted.isEmpty() ? "" : ", promoted " + promoted) + (busy ? ", busy" : "")
                + (create == NO_CREATE ? ")" : ", create " + create + ")");
    }

    private long promotedAt() {
        return promoted.isEmpty() ? NOT_PROMOTED : promoted.first().at();
    }

    /** The command that was promoted first takes along what must go before it. */
    private Payers payers() {
        String first = publishers[from];
        String promoter = promoted.isEmpty()
                ? first
                : publishers[
                        Arrays.binarySearch(
                                positions, from, to, promoted.first().position())];
        return new Payers(first, promoter.equals(first) ? null : promoter);
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
