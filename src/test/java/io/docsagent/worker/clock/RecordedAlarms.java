package io.docsagent.worker.clock;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Alarms that never ring but can be looked at. */
public final class RecordedAlarms implements Alarms {

    public final Map<String, Instant> set = new TreeMap<>();
    public final Set<String> silenced = new TreeSet<>();
    final List<String> keyMayHaveChanged = new ArrayList<>();
    public Duration lastAtLeast = Duration.ZERO;

    @Override
    public void set(int partition, String projectId, @Nullable Instant at, Duration atLeast) {
        lastAtLeast = atLeast;
        silenced.remove(projectId);
        if (at == null) {
            set.remove(projectId);
        } else {
            set.put(projectId, at);
        }
    }

    @Override
    public void silence(int partition, String projectId) {
        silenced.add(projectId);
    }

    @Override
    public void keyMayHaveChanged(String projectId) {
        keyMayHaveChanged.add(projectId);
    }

    @Override
    public void cancelAll(int partition) {
        set.clear();
    }
}
