package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;
import org.junit.jupiter.api.Test;

class DeciderTest {

    @Test
    void a_clock_probe_sends_and_announces_nothing() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1"));

        Step step = world.append(new Input.ClockProbed(Asked.PROJECT));

        assertThat(step.announced()).isEmpty();
        assertThat(step.calls()).isEmpty();
        assertThat(world.commandsKept()).isEqualTo(1);
    }
}
