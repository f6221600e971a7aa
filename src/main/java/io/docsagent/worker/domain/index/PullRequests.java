package io.docsagent.worker.domain.index;

import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Timed;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which jobs have which pull request, by its link, and how many of these are open. */
public final class PullRequests {

    /** In the place of the publisher of a job whose pull request is not open. */
    private static final String NOT_OPEN = "";

    /** The publishers of the latest commands of the jobs, by their ids, by the link. */
    private final Map<String, TreeMap<String, String>> byLink = new HashMap<>();

    private final Map<String, Integer> open = new HashMap<>();

    /** What is stored has changed; null where it was, or is, not stored. */
    void changed(@Nullable Timed before, @Nullable Timed after) {
        if (before instanceof Job was) {
            change(was, null);
        }
        if (after instanceof Job is) {
            change(is, is.hasOpenPullRequest() ? is.origin().publisher() : NOT_OPEN);
        }
    }

    /** @param publisher null where the job has the pull request no more */
    private void change(Job job, @Nullable String publisher) {
        String link = job.snapshot().prLink();
        if (link == null) {
            return;
        }
        TreeMap<String, String> jobs = byLink.computeIfAbsent(link, absent -> new TreeMap<>());
        count(jobs, -1);
        if (publisher == null) {
            jobs.remove(job.id());
        } else {
            jobs.put(job.id(), publisher);
        }
        count(jobs, 1);
        if (jobs.isEmpty()) {
            byLink.remove(link);
        }
    }

    /** One that several jobs have is open while it is for one of them, and counts for the first of those. */
    private void count(SortedMap<String, String> jobs, int more) {
        for (String publisher : jobs.values()) {
            if (!publisher.equals(NOT_OPEN)) {
                open.merge(publisher, more, (one, other) -> one + other == 0 ? null : one + other);
                return;
            }
        }
    }

    /** The id of the next job that has it after this one; after null, of the first; null where there is none. */
    @Nullable
    public String jobWith(String link, @Nullable String after) {
        TreeMap<String, String> jobs = byLink.get(link);
        if (jobs == null) {
            return null;
        }
        return after == null ? jobs.firstKey() : jobs.higherKey(after);
    }

    /** How many are open, by the publisher of the latest command of the first job that has it. */
    public Map<String, Integer> open() {
        return open;
    }

    @Override
    public String toString() {
        return new TreeMap<>(byLink) + " open " + new TreeMap<>(open);
    }
}
