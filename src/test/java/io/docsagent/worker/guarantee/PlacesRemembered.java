package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.state.CommandOutcome;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A create is the only one in its lane, which is its own or that of a command whose place it is in; and the first
 * command of a place is remembered, and leads to the one there, as long as there is one.
 */
public final class PlacesRemembered implements Guarantee {

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (step.decision().changes().queue().isEmpty()
                && step.decision().changes().seen().isEmpty()) {
            return;
        }
        Map<String, Remembered> marks = world.marks();
        List<String> lanesOfCreates = new ArrayList<>();
        for (QueuedCommand queued : world.commands()) {
            Identity first = queued.first();
            if (first != null) {
                assertThat(marks.get(Keys.seen(Asked.PROJECT, first)))
                        .as("what is remembered of the first command in the place of " + queued)
                        .isInstanceOfSatisfying(EndedCommand.class, ended -> {
                            assertThat(ended.outcome())
                                    .isInstanceOfSatisfying(
                                            CommandOutcome.Superseded.class,
                                            superseded ->
                                                    assertThat(superseded.by()).isEqualTo(queued.identity()));
                            assertThat(ended.forgetAt()).isNull();
                        });
            }
            if (queued.isCreate()) {
                assertThat(queued.lane()).isEqualTo(LaneId.ofCreate(first != null ? first : queued.identity()));
                lanesOfCreates.add(queued.lane());
            }
        }
        assertThat(lanesOfCreates).as("lanes of creates").doesNotHaveDuplicates();
    }
}
