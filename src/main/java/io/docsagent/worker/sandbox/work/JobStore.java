package io.docsagent.worker.sandbox.work;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Stores all jobs in memory and in files; a change is written before it becomes visible. */
final class JobStore {

    private static final Comparator<JobRecord> NEWEST_FIRST = Comparator.comparing(JobRecord::createdAt)
            .thenComparing(JobRecord::id)
            .reversed();

    private final JobFiles files;
    private final Map<String, JobRecord> byId = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> idsByProject = new ConcurrentHashMap<>();

    JobStore(JobFiles files) {
        this.files = files;
        files.all().forEach(this::index);
    }

    JobRecord add(JobRecord job) {
        files.save(job);
        index(job);
        return job;
    }

    private void index(JobRecord job) {
        byId.put(job.id(), job);
        idsByProject
                .computeIfAbsent(job.projectId(), unused -> new ConcurrentSkipListSet<>())
                .add(job.id());
    }

    /** The changed job, or null if it was deleted. */
    @Nullable
    JobRecord change(String jobId, UnaryOperator<JobRecord> change) {
        return byId.computeIfPresent(jobId, (id, job) -> {
            JobRecord changed = change.apply(job);
            if (!changed.equals(job)) {
                files.save(changed);
            }
            return changed;
        });
    }

    /** Whether it was deleted now; false if a message has made it active. */
    boolean removeIfIdle(JobRecord job) {
        boolean[] removed = new boolean[1];
        var unused = byId.computeIfPresent(job.id(), (id, current) -> {
            if (current.isActive()) {
                return current;
            }
            files.delete(job);
            removed[0] = true;
            return null;
        });
        Set<String> ids = idsByProject.get(job.projectId());
        if (removed[0] && ids != null) {
            ids.remove(job.id());
        }
        return removed[0];
    }

    @Nullable
    JobRecord find(String projectId, String jobId) {
        JobRecord job = byId.get(jobId);
        return job != null && job.projectId().equals(projectId) ? job : null;
    }

    /** Newest first. */
    List<JobRecord> of(String projectId) {
        return idsByProject.getOrDefault(projectId, Set.of()).stream()
                .map(byId::get)
                .filter(Objects::nonNull)
                .sorted(NEWEST_FIRST)
                .toList();
    }

    Set<String> projects() {
        return Set.copyOf(idsByProject.keySet());
    }

    List<JobRecord> all() {
        return List.copyOf(byId.values());
    }
}
