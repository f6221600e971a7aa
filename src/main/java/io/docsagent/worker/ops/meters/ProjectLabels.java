package io.docsagent.worker.ops.meters;

import io.docsagent.worker.domain.state.Project;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Gives projects a label of their own: those that the settings name, then those with the longest queues; the rest have
 * one in common.
 */
public final class ProjectLabels {

    /** A project may have this id; it is then counted with the rest. */
    static final String OTHER = "other";

    /** A project keeps its label until another's queue is so many times as long: labels would come and go otherwise. */
    private static final int TO_TAKE_OVER = 2;

    private final Set<String> named;
    private final int most;
    private Set<String> own;
    private final Set<String> counted;

    /**
     * @param named that always have one
     * @param most that have one, those named included where they are fewer
     */
    public ProjectLabels(Collection<String> named, int most) {
        this.named = Set.copyOf(named);
        this.most = most;
        this.own = this.named;
        this.counted = new HashSet<>(this.named);
    }

    /** @param projects all of this instance */
    void choose(Collection<Project> projects) {
        Set<String> chosen = new LinkedHashSet<>(named);
        projects.stream()
                .filter(project -> own.contains(project.id()) || waiting(project) > 0)
                .sorted(Comparator.comparingLong(this::weight)
                        .reversed()
                        .thenComparing(project -> !own.contains(project.id()))
                        .thenComparing(Project::id))
                .forEach(project -> add(project, chosen));
        projects.forEach(project -> add(project, chosen));
        own = chosen;
    }

    String of(String projectId) {
        return own.contains(projectId) && !projectId.equals(OTHER) ? projectId : OTHER;
    }

    /**
     * For what only ever grows: a label that moved would leave its series behind, so those that settings name and the first
     * ones that ask keep theirs.
     */
    synchronized String lasting(String projectId) {
        if (counted.size() < most && !projectId.equals(OTHER)) {
            counted.add(projectId);
        }
        return counted.contains(projectId) ? projectId : OTHER;
    }

    private void add(Project project, Set<String> chosen) {
        if (chosen.size() < most && !project.id().equals(OTHER)) {
            chosen.add(project.id());
        }
    }

    private long weight(Project project) {
        return (long) waiting(project) * (own.contains(project.id()) ? TO_TAKE_OVER : 1);
    }

    private static int waiting(Project project) {
        return project.counts().waiting();
    }
}
