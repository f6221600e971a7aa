package io.docsagent.worker.engine;

import io.docsagent.worker.domain.state.Delayed;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Installation;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.Project;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * This instance's projects as they were last decided, as objects: every input needs its project, and parsing it from
 * the store each time cost more than the decision.
 *
 * <p>A partition's map is changed by its own thread only, and read by any.
 */
public final class LiveProjects {

    private final Map<Integer, Map<String, Project>> partitions = new ConcurrentHashMap<>();
    private final Map<Integer, Installation> installations = new ConcurrentHashMap<>();
    private final Map<String, Delayed> delayed = new ConcurrentHashMap<>();

    /** An empty map for a partition that begins, replacing a previous one. */
    synchronized Map<String, Project> open(int partition) {
        Map<String, Project> projects = new ConcurrentHashMap<>();
        partitions.put(partition, projects);
        return projects;
    }

    /** Whether the map was still the partition's: a thread that hung may close after another one has started. */
    @SuppressWarnings("ReferenceEquality") // The other one's map may hold the same.
    synchronized boolean close(int partition, Map<String, Project> own) {
        boolean isCurrent = partitions.get(partition) == own;
        if (isCurrent) {
            partitions.remove(partition);
            installations.remove(partition);
            delayed.keySet().removeAll(own.keySet());
        }
        return isCurrent;
    }

    /** What operators asked of all projects, as a partition knows it. */
    void show(int partition, Installation installation) {
        installations.put(partition, installation);
    }

    /** The waiting commands of a project that are not due, as it was last decided; null for none. */
    void show(String projectId, @Nullable Delayed commands) {
        if (commands == null) {
            delayed.remove(projectId);
        } else {
            delayed.put(projectId, commands);
        }
    }

    /** Null where there are none, or nothing was decided for the project yet. */
    public @Nullable Delayed delayed(String projectId) {
        return delayed.get(projectId);
    }

    /**
     * The hold that all projects are under; null where there is none, or this instance has no partition.
     *
     * @param start names the hold of this start; null for none
     */
    public @Nullable OperatorHold holdOfAll(Instant now, @Nullable String start) {
        return installations.values().stream()
                .map(installation -> installation.holdAt(now, start))
                .filter(Objects::nonNull)
                .findAny()
                .orElse(null);
    }

    /** Visits all projects, except those of a partition that is being revoked. */
    public void each(Consumer<Project> visitor) {
        partitions.values().forEach(projects -> projects.values().forEach(visitor));
    }

    /** The projects that a new key may release. */
    public List<String> heldForTheirKey() {
        List<String> held = new ArrayList<>();
        each(project -> {
            Hold.Reason reason = project.hold().reason();
            if (reason != null && reason.isOfKey()) {
                held.add(project.id());
            }
        });
        return held;
    }

    /** Null where the project is unknown, or another instance's. */
    public @Nullable Project get(String projectId) {
        for (Map<String, Project> projects : partitions.values()) {
            Project project = projects.get(projectId);
            if (project != null) {
                return project;
            }
        }
        return null;
    }
}
