package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.index.ProjectIndex;
import io.docsagent.worker.domain.state.Timed;
import org.jspecify.annotations.Nullable;

/** Entries of one kind, with their timers, their number and their bytes. */
final class TimedTable<V extends Timed> {

    private final String projectId;
    private final Draft<V> draft;
    private final ProjectIndex index;
    private int count;
    private long bytesMore;

    /**
     * @param index of the project, which it tells of each change
     * @param count before the decision
     */
    TimedTable(String projectId, Draft<V> draft, ProjectIndex index, int count) {
        this.projectId = projectId;
        this.draft = draft;
        this.index = index;
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
        change(key, draft.get(key), after);
        draft.put(key, after);
    }

    /** Deletes an entry that there is. */
    void delete(String key) {
        change(key, draft.require(key), null);
        draft.delete(key);
    }

    private void change(String key, @Nullable V before, @Nullable V after) {
        index.changed(key, before, after);
        count += (after == null ? 0 : 1) - (before == null ? 0 : 1);
        bytesMore += (after == null ? 0 : after.bytes(projectId)) - (before == null ? 0 : before.bytes(projectId));
    }
}
