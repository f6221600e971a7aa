package io.docsagent.worker.engine;

import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
    private @Nullable Map<String, List<String>> byLink;

    /** @param eachJob shows all jobs, by their keys */
    JobsByLink(Table<Job> jobs, Consumer<BiConsumer<String, Job>> eachJob) {
        this.jobs = jobs;
        this.eachJob = eachJob;
    }

    /** The first time, all jobs of the partition are read. */
    Set<String> projectsWith(String prLink) {
        Map<String, List<String>> known = byLink == null ? read() : byLink;
        byLink = known;
        return known.getOrDefault(prLink, List.of()).stream()
                .map(Keys::projectOf)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Map<String, List<String>> read() {
        Map<String, List<String>> all = new HashMap<>();
        eachJob.accept((key, job) -> add(all, key, job));
        return all;
    }

    /** To be told before the changes are stored. */
    void change(Map<String, Optional<Job>> changes) {
        Map<String, List<String>> known = byLink;
        if (known == null) {
            return;
        }
        changes.forEach((key, after) -> {
            remove(known, key, jobs.get(key));
            after.ifPresent(job -> add(known, key, job));
        });
    }

    private static void add(Map<String, List<String>> byLink, String key, Job job) {
        String link = job.snapshot().prLink();
        if (link != null) {
            // Most have one job.
            byLink.computeIfAbsent(link, unknown -> new ArrayList<>(1)).add(key);
        }
    }

    private static void remove(Map<String, List<String>> byLink, String key, @Nullable Job job) {
        if (job != null && job.snapshot().prLink() != null) {
            byLink.computeIfPresent(job.snapshot().prLink(), (link, keys) -> {
                keys.remove(key);
                return keys.isEmpty() ? null : keys;
            });
        }
    }
}
