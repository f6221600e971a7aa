package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.Project;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;

/** Every use is under way or over, every count counts something, and in the end nothing is left of any. */
public final class TokensConserved implements Guarantee {

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        Project project = world.ifProject();
        if (project == null) {
            return;
        }
        assertThat(project.quota().underWay()).isEqualTo(project.calls().size());
        assertThat(world.available())
                .isBetween(0L, (long) world.policy().quota().capacity());
        assertThat(project.counts().waiting() + project.calls().size()).isEqualTo(world.commandsKept());
        assertThat(project.counts().seen()).isEqualTo(world.marksKept());
        assertThat(project.calls())
                .hasSizeLessThanOrEqualTo(world.policy().dispatching().maxInFlight());
    }

    @Override
    public void atTheEnd(ProjectWorld world) {
        assertThat(world.ifProject()).as("what is left of the project").isNull();
        assertThat(world.toString()).isEqualTo("projects:\nqueue:\njobs:\nseen:");
    }
}
