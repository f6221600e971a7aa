package io.docsagent.worker.ops;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Gives the first projects seen a label of their own, and the rest one in common. */
final class ProjectLabels {

    /** A project may have this id; it is then counted with the rest. */
    static final String OTHER = "other";

    private final int most;
    private final Set<String> own = ConcurrentHashMap.newKeySet();

    ProjectLabels(int most) {
        this.most = most;
    }

    synchronized String of(String projectId) {
        if (own.contains(projectId)) {
            return projectId;
        }
        if (own.size() >= most || projectId.equals(OTHER)) {
            return OTHER;
        }
        own.add(projectId);
        return projectId;
    }
}
