package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.policy.JobLimit;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** No call starts a job where with it more would be active than may be, by what was last seen. */
public final class ActiveJobsLimited implements Guarantee {

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        JobLimit limit = world.policy().jobs().active();
        if (limit.isNone() || step.calls().isEmpty()) {
            return;
        }
        List<Job> active = world.jobs().stream().filter(Job::isActive).toList();
        Set<String> ids = active.stream().map(Job::id).collect(Collectors.toSet());
        Map<String, Integer> jobs = new HashMap<>();
        active.forEach(job -> jobs.merge(job.origin().publisher(), 1, Integer::sum));
        for (QueuedCommand called : world.project().calls().values()) {
            if (!ids.contains(String.valueOf(called.jobId()))) {
                jobs.merge(called.command().publisher(), 1, Integer::sum);
            }
        }
        step.calls().stream()
                .filter(call -> call.jobId() == null || !ids.contains(call.jobId()))
                .map(call -> world.project().calls().get(call.callId()))
                .forEach(started -> {
                    String publisher = started.command().publisher();
                    atMost(limit.max(), JobLimit.sum(jobs), "active jobs with " + started);
                    atMost(
                            limit.ofPublishers().get(publisher),
                            jobs.getOrDefault(publisher, 0),
                            "active jobs of " + publisher + " with " + started);
                });
    }

    private static void atMost(@Nullable Integer max, int jobs, String what) {
        if (max != null) {
            assertThat(jobs).as(what).isLessThanOrEqualTo(max);
        }
    }
}
