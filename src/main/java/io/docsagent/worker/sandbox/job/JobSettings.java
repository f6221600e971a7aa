package io.docsagent.worker.sandbox.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What becomes of jobs that no mark in the prompt steers.
 *
 * @param takes how long a job is active
 * @param takesAtMost where given, jobs take between the former and this, at random
 * @param seed of that randomness
 * @param outcome how jobs come out: completed, no-changes, late-pr, failed or archived
 * @param prDelay how long after the end of a late-pr job its link appears
 * @param maxKept jobs that are remembered
 */
public record JobSettings(
        @DefaultValue("5s") Duration takes,
        @Nullable Duration takesAtMost,
        @DefaultValue("1") long seed,
        @DefaultValue("completed") JobOutcome outcome,
        @DefaultValue("3s") Duration prDelay,
        @DefaultValue("1000000") int maxKept) {

    public JobSettings {
        if (takesAtMost != null && takesAtMost.compareTo(takes) < 0) {
            throw new IllegalArgumentException(
                    "JobSettings cannot take at most " + takesAtMost + " and at least " + takes);
        }
    }
}
