package io.docsagent.worker.engine;

import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.Project;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the projects whose own records were deleted: otherwise what is stored beside these would not go on, and a command
 * that is published again would be sent a second time.
 */
final class LostProjects {

    private static final Logger log = LoggerFactory.getLogger(LostProjects.class);

    private LostProjects() {}

    /**
     * Adds them to those that are known.
     *
     * @param stores of what is stored beside the projects
     */
    static void addTo(Map<String, Project> projects, List<KeyValueStore<String, ?>> stores) {
        int known = projects.size();
        for (KeyValueStore<String, ?> store : stores) {
            String projectId = projectFrom(store, "");
            while (projectId != null) {
                projects.computeIfAbsent(projectId, Project::lost);
                projectId = projectFrom(store, Keys.behind(projectId));
            }
        }
        int lost = projects.size() - known;
        if (lost > 0) {
            log.warn(
                    "The records of {} projects were deleted: their commands and jobs go on,"
                            + " while holds and uses of the quota are lost",
                    lost);
        }
    }

    /** The project with the first key from this one on, without reading its value; null where none comes. */
    private static @Nullable String projectFrom(KeyValueStore<String, ?> store, String key) {
        try (var entries = store.range(key, null)) {
            return entries.hasNext() ? Keys.projectOf(entries.peekNextKey()) : null;
        }
    }
}
