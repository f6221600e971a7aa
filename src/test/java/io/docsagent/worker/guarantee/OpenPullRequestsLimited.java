package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.policy.JobLimit;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;
import java.util.Map;
import java.util.Objects;

/** No call starts a job while as many pull requests are open as may be, by what was last reported. */
public final class OpenPullRequestsLimited implements Guarantee {

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        JobLimit limit = world.policy().jobs().openPullRequests();
        if (limit.isNone()) {
            return;
        }
        Map<String, Integer> open = world.openPullRequests();
        step.calls().stream().filter(call -> call.jobId() == null).forEach(call -> {
            QueuedCommand started =
                    Objects.requireNonNull(world.project().calls().get(call.callId()));
            assertThat(limit.isReached(open, started.command().publisher()))
                    .as("as many as may be open of " + open + " with " + started)
                    .isFalse();
        });
    }
}
