package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;

/** Every use counts for as long as its answers say, every count counts something, and in the end nothing is left. */
public final class TokensConserved implements Guarantee {

    private final CountedUses uses = new CountedUses();

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        uses.after(world, input, step);
        Project project = world.ifProject();
        if (project != null) {
            check(world, project);
        }
    }

    private void check(ProjectWorld world, Project project) {
        Policy policy = world.policy();
        assertThat(project.quota().inFlight()).isEqualTo(project.calls().size());
        assertThat(world.available())
                .as("tokens available")
                .isEqualTo(policy.quota().capacity() - uses.counting(anybody -> true, world.decidedAt()));
        assertThat(project.counts().waiting() + project.calls().size()).isEqualTo(world.commandsKept());
        assertThat(project.counts().seen()).isEqualTo(world.remembersHowMany());
        assertThat(project.calls())
                .hasSizeLessThanOrEqualTo(policy.dispatching().maxInFlight());
    }

    @Override
    public void atTheEnd(ProjectWorld world) {
        assertThat(world.ifProject()).as("what is left of the project").isNull();
        assertThat(world.toString()).isEqualTo("projects:\nqueue:\njobs:\nseen:");
        assertThat(world.steps().stream().map(step -> step.decision().added()).reduce(Load.NONE, Load::plus))
                .as("what is left of the partition's load")
                .isEqualTo(Load.NONE);
    }
}
