package io.docsagent.worker.engine;

import io.docsagent.worker.domain.state.Project;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A partition's projects in the order of their latest input, the least recent first. */
final class ProjectsByUse {

    /** Limits what many new projects cost the others while none can be forgotten. */
    private static final int MAX_CANDIDATES = 100;

    private final SequencedSet<String> projectIds = new LinkedHashSet<>();

    void restore(Collection<Project> projects) {
        projects.stream()
                .sorted(Comparator.comparing(project -> project.applied().at()))
                .forEach(project -> projectIds.add(project.id()));
    }

    void used(String projectId) {
        projectIds.addLast(projectId);
    }

    void forget(String projectId) {
        projectIds.remove(projectId);
    }

    /**
     * The first project for which the choice is not null. Rejected ones are tried again only after all the others.
     *
     * @return null where none of those that are tried at once is chosen
     */
    @Nullable
    Project first(Function<String, @Nullable Project> choice) {
        for (int left = Math.min(MAX_CANDIDATES, projectIds.size()); left > 0; left--) {
            String projectId = projectIds.getFirst();
            Project chosen = choice.apply(projectId);
            if (chosen != null) {
                return chosen;
            }
            projectIds.addLast(projectId);
        }
        return null;
    }
}
