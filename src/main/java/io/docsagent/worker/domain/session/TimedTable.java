package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.index.Timers;
import io.docsagent.worker.domain.state.Timed;
import org.jspecify.annotations.Nullable;

/** Entries of one kind, with their timers, their number and their bytes. */
final class TimedTable<V extends Timed> {

    private final String projectId;
    private final Draft<V> draft;
    private final Timers timers;
    private int count;
    private long bytesMore;

    /**
     * @param timers of the whole project, of which it sets and cancels those of its entries
     * @param count before the decision
     */
    TimedTable(String projectId, Draft<V> draft, Timers timers, int count) {
        this.projectId = projectId;
        this.draft = draft;
        this.timers = timers;
        this.count = count;
    }

    int count() {
        return count;
    }

    /** That the decision adds to what is stored. */
    long bytesMore() {
        return bytesMore;
    }

    @Nullable
    V get(String key) {
        return draft.get(key);
    }

    void put(String key, V after) {
        remove(key, draft.get(key));
        draft.put(key, after);
        timers.set(after.timer(key));
        count++;
        bytesMore += after.bytes(projectId);
    }

    /** Deletes an entry that there is. */
    void delete(String key) {
        remove(key, draft.require(key));
        draft.delete(key);
    }

    private void remove(String key, @Nullable V before) {
        if (before != null) {
            timers.cancel(before.timer(key));
            count--;
            bytesMore -= before.bytes(projectId);
        }
    }
}
