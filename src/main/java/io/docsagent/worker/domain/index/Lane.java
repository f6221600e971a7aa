package io.docsagent.worker.domain.index;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The waiting commands of one job in the order in which they must be sent, one at a time: the create and the messages
 * that name it, or, once the job exists, its messages.
 */
final class Lane {

    /** Orders messages after their create, which may arrive after them. */
    private static final long BEHIND_CREATE = 1L << 62;

    /**
     * Of heap: with its name and its place in the map, its list, and its candidate in the tree of what may be sent. The
     * rest of what a command takes is its own, see {@link QueuedCommand#bytes}.
     */
    static final long BYTES = 324;

    private static final long NO_CREATE = -1;

    private final String id;

    /** In order; a backlog has one lane for nearly every command, so most have one. */
    private final List<Waiting> waiting = new ArrayList<>(1);

    private int high;
    private int normal;
    private boolean busy;

    /** The sequence of the create, waiting or in flight. */
    private long create = NO_CREATE;

    Lane(String id) {
        this.id = id;
    }

    /** @param due in milliseconds since 1970 */
    private record Waiting(long position, long due, String publisher) implements Comparable<Waiting> {

        static Waiting of(QueuedCommand command) {
            // Every waiting command has a publisher: all share the few names.
            String publisher = command.command().publisher().intern();
            return new Waiting(Lane.position(command), command.dueAt().toEpochMilli(), publisher);
        }

        long sequence() {
            return position & ~BEHIND_CREATE;
        }

        boolean isFollower() {
            return position >= BEHIND_CREATE;
        }

        @Override
        public int compareTo(Waiting other) {
            return Long.compare(position, other.position);
        }

        @Override
        public String toString() {
            return sequence() + " of " + publisher + " due " + due;
        }
    }

    boolean contains(QueuedCommand command) {
        return indexOf(command) >= 0;
    }

    /** Adds a command that it does not contain. */
    void add(QueuedCommand command) {
        noteCreate(command);
        waiting.add(countBefore(command), Waiting.of(command));
        count(command, 1);
    }

    /** Removes a command that it contains. */
    void remove(QueuedCommand command) {
        waiting.remove(indexOf(command));
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

    private int indexOf(QueuedCommand command) {
        return Collections.binarySearch(waiting, new Waiting(position(command), 0, ""));
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

    /** Whether nothing of it waits or is in flight. */
    boolean isUnused() {
        return waiting.isEmpty() && !busy;
    }

    /** Whether a command of it waits behind another waiting one, or for the create. */
    boolean isBehindWaiting(QueuedCommand command) {
        int index = indexOf(command);
        return index > 0 || (index == 0 && waitsForCreate() && !busy);
    }

    /** Whether the create that its first message names has not become a job. */
    private boolean waitsForCreate() {
        return waiting.getFirst().isFollower() && !LaneId.isOfJob(id);
    }

    /** The sequences of the first commands that must be sent before this one, which waits or may come to wait. */
    List<Long> before(QueuedCommand command, int most) {
        return sequences(waiting.subList(0, Math.min(countBefore(command), most)));
    }

    /** The sequence of the last command of each publisher that must be sent before this one, by publisher. */
    Map<String, Long> lastOfEachBefore(QueuedCommand command) {
        Map<String, Long> last = new TreeMap<>();
        String latest = null;
        for (Waiting before : waiting.subList(0, countBefore(command)).reversed()) {
            // Most lanes have one publisher: ten thousand of its commands are one entry.
            if (!before.publisher().equals(latest)) {
                latest = before.publisher();
                last.putIfAbsent(latest, before.sequence());
            }
        }
        return last;
    }

    private int countBefore(QueuedCommand command) {
        int index = indexOf(command);
        return index >= 0 ? index : -index - 1;
    }

    private static List<Long> sequences(List<Waiting> some) {
        return some.stream().map(Waiting::sequence).toList();
    }

    /** Visits the sequences of the waiting commands, in order. */
    void eachWaiting(LongConsumer visitor) {
        waiting.forEach(each -> visitor.accept(each.sequence()));
    }

    /** How many messages wait. */
    int countFollowers() {
        return waiting.size() - countCreates();
    }

    /** The sequences of the first messages that wait, in order. */
    List<Long> followers(int most) {
        int first = countCreates();
        return sequences(waiting.subList(first, Math.min(waiting.size(), first + most)));
    }

    private int countCreates() {
        return waiting.isEmpty() || waiting.getFirst().isFollower() ? 0 : 1;
    }

    /**
     * The command that may be sent next, at the highest priority that waits in the lane or as promoted as the first one
     * there, once it is due; null where none may.
     *
     * @param promoted the command of the lane that was promoted first, which takes along what must go before it
     * @param isActive whether its job is active
     */
    @Nullable
    Candidate next(@Nullable Promotion promoted, boolean isActive) {
        if (busy || waiting.isEmpty() || waitsForCreate()) {
            return null;
        }
        Waiting first = waiting.getFirst();
        return new Candidate(
                promoted == null ? Candidate.NOT_PROMOTED : promoted.at(),
                highestPriority(),
                first.due(),
                first.sequence(),
                Payers.of(first.publisher(), promoted),
                startOf(first, isActive));
    }

    private static Start startOf(Waiting first, boolean isActive) {
        if (!first.isFollower()) {
            return Start.NEW_JOB;
        }
        return isActive ? Start.NOTHING : Start.JOB_AGAIN;
    }

    @Override
    public String toString() {
        return waiting + " (" + high + " high, " + normal + " normal" + (busy ? ", busy" : "")
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

    static long position(QueuedCommand command) {
        return command.isCreate() ? command.sequence() : command.sequence() | BEHIND_CREATE;
    }
}
