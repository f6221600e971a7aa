package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** To each job goes one POST at a time, and nothing overtakes. */
public final class OrderKeptPerJob implements Guarantee {

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (step.calls().isEmpty()) {
            return;
        }
        List<QueuedCommand> kept = world.commands();
        Set<Long> inFlight = new HashSet<>();
        world.project().calls().values().stream().map(QueuedCommand::sequence).forEach(inFlight::add);
        for (QueuedCommand started : kept) {
            if (inFlight.contains(started.sequence()) && started.jobId() != null) {
                assertThat(kept)
                        .filteredOn(other -> Objects.equals(started.jobId(), other.jobId()))
                        .filteredOn(other -> other.sequence() < started.sequence()
                                || (other.sequence() != started.sequence() && inFlight.contains(other.sequence())))
                        .as("commands overtaken by, or in flight with, " + started)
                        .isEmpty();
            }
        }
    }
}
