package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReplayTest {

    private final ProjectWorld world = ProjectWorld.standard();

    @Test
    void an_input_that_was_taken_in_is_skipped() {
        world.arrives(create("c1"));
        world.passes(Duration.ofSeconds(1));
        world.answers("c1", Said.rejected());

        assertThat(world.log().stream().toList())
                .allSatisfy(old -> assertThat(world.replay(old).decision()).isEqualTo(Decision.NOTHING));
    }

    @Test
    void in_a_recreated_topic_the_offsets_begin_again_and_nothing_is_skipped() {
        world.offset(1_000);
        world.arrives(create("c1"));
        world.offset(0);
        world.passes(Duration.ofMillis(1));

        assertThat(world.arrives(create("c2")).called()).containsExactly("c2");
        assertThat(world.project().applied()).isEqualTo(new Project.Applied(0, START.plusMillis(1)));
    }

    @Test
    void time_never_steps_back() {
        world.arrives(create("c1"));
        world.at(START.minusSeconds(60));

        var announced = world.answers("c1", Said.rejected()).events().getFirst();

        assertThat(announced.time()).isEqualTo(START);
        assertThat(world.project().applied().at()).isEqualTo(START);
    }
}
