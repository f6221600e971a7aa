package io.docsagent.worker.domain.index;

import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.contract.Command.Type;
import io.docsagent.worker.domain.state.QueuedCommand;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The waiting commands with a key for coalescing. */
final class CoalescingKeys {

    private final TreeSet<Entry> entries = new TreeSet<>();

    /** @param scope what may have the same key: of messages those of a lane, of creates those with one key for continuing */
    private record Entry(String scope, String key, long sequence) implements Comparable<Entry> {

        private static final Comparator<Entry> ORDER =
                Comparator.comparing(Entry::scope).thenComparing(Entry::key).thenComparingLong(Entry::sequence);

        static @Nullable Entry of(QueuedCommand command) {
            Coalesce coalesce = command.command().coalesce();
            return coalesce == null || coalesce.mode() == null
                    ? null
                    : new Entry(scopeOf(command), coalesce.key(), command.sequence());
        }

        private static String scopeOf(QueuedCommand command) {
            String continueKey = command.command().continueKey();
            // No lane begins with a space.
            return command.type() != Type.CREATE ? command.lane() : continueKey == null ? "" : " " + continueKey;
        }

        Entry at(long otherSequence) {
            return new Entry(scope, key, otherSequence);
        }

        @Override
        public int compareTo(Entry other) {
            return ORDER.compare(this, other);
        }
    }

    void add(QueuedCommand command) {
        Entry entry = Entry.of(command);
        if (entry != null) {
            entries.add(entry);
        }
    }

    void remove(QueuedCommand command) {
        Entry entry = Entry.of(command);
        if (entry != null) {
            entries.remove(entry);
        }
    }

    /** The sequences of the commands with the same key as this one, itself included, in order. */
    List<Long> sequencesOf(QueuedCommand command) {
        Entry like = Entry.of(command);
        return like == null
                ? List.of()
                : entries.subSet(like.at(0), like.at(Long.MAX_VALUE)).stream()
                        .map(Entry::sequence)
                        .toList();
    }

    @Override
    public String toString() {
        return entries.toString();
    }
}
