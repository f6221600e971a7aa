package io.docsagent.worker.engine;

import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Table;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which of a partition's projects have a job with a pull request, by its link. */
final class JobsByLink {

    private final Table<Job> jobs;
    private final Consumer<BiConsumer<String, Job>> eachJob;

    /** The keys of the jobs. Null until somebody asks: to read all jobs takes long, and few installations need it. */
    private @Nullable Map<String, Set<String>> byLink;

    /** @param eachJob shows all jobs, by their keys */
    JobsByLink(Table<Job> jobs, Consumer<BiConsumer<String, Job>> eachJob) {
        this.jobs = jobs;
        this.eachJob = eachJob;
    }

    /** The first time, all jobs of the partition are read. */
    Set<String> projectsWith(String prLink) {
        Map<String, Set<String>> known = byLink == null ? read() : byLink;
        byLink = known;
        return known.getOrDefault(prLink, Set.of()).stream()
                .map(key -> key.substring(0, key.indexOf('/')))
                .collect(Collectors.toUnmodifiableSet());
    }

    private Map<String, Set<String>> read() {
        Map<String, Set<String>> all = new HashMap<>();
        eachJob.accept((key, job) -> add(all, key, job));
        return all;
    }

    /** To be told before the changes are stored. */
    void change(Map<String, Optional<Job>> changes) {
        Map<String, Set<String>> known = byLink;
        if (known == null) {
            return;
        }
        changes.forEach((key, after) -> {
            remove(known, key, jobs.get(key));
            after.ifPresent(job -> add(known, key, job));
        });
    }

    private static void add(Map<String, Set<String>> byLink, String key, Job job) {
        if (job.snapshot().prLink() != null) {
            // Most have one job.
            byLink.merge(job.snapshot().prLink(), Set.of(key), JobsByLink::both);
        }
    }

    private static Set<String> both(Set<String> some, Set<String> more) {
        Set<String> all = new HashSet<>(some);
        all.addAll(more);
        return Set.copyOf(all);
    }

    private static void remove(Map<String, Set<String>> byLink, String key, @Nullable Job job) {
        if (job != null && job.snapshot().prLink() != null) {
            byLink.computeIfPresent(job.snapshot().prLink(), (link, keys) -> without(keys, key));
        }
    }

    private static @Nullable Set<String> without(Set<String> keys, String key) {
        Set<String> rest = new HashSet<>(keys);
        rest.remove(key);
        return rest.isEmpty() ? null : Set.copyOf(rest);
    }
}
