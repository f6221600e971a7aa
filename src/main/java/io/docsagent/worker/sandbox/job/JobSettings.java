package io.docsagent.worker.sandbox.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How simulated jobs behave without directives in their prompts.
 *
 * @param takes how long a job is active
 * @param takesAtMost if given, jobs take a random time between the two
 * @param seed of the random times
 * @param outcome the outcome of jobs: completed, no-changes, late-pr, failed or archived
 * @param prDelay how long after the end of a late-pr job its link appears
 * @param maxKept limit of stored jobs
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
            throw new IllegalArgumentException("Jobs cannot take at most " + takesAtMost + " and at least " + takes);
        }
    }
}
