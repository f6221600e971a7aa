package io.docsagent.worker.domain.policy;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many jobs of a project there may be of one kind.
 *
 * @param max null for any number
 * @param ofPublishers by name; a publisher that is not among them has no limit of its own
 */
public record JobLimit(@Nullable Integer max, Map<String, Integer> ofPublishers) {

    public static final JobLimit NONE = new JobLimit(null, Map.of());

    public JobLimit {
        ofPublishers = Map.copyOf(ofPublishers);
    }

    public boolean isNone() {
        return max == null && ofPublishers.isEmpty();
    }

    /**
     * Whether there may be no other one.
     *
     * @param jobs by publisher
     */
    public boolean isReached(Map<String, Integer> jobs, String publisher) {
        Integer own = ofPublishers.get(publisher);
        return (own != null && jobs.getOrDefault(publisher, 0) >= own) || isReached(jobs);
    }

    /** Whether no publisher may start another one. */
    public boolean isReached(Map<String, Integer> jobs) {
        return max != null && sum(jobs) >= max;
    }

    public static int sum(Map<String, Integer> jobs) {
        return jobs.values().stream().mapToInt(Integer::intValue).sum();
    }
}
