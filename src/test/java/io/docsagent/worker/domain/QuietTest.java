package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands with a quiet period are sent once no other one with their key has come for so long. */
class QuietTest {

    private static final Duration QUIET = Duration.ofMinutes(2);

    private ProjectWorld world;

    @BeforeEach
    void fresh() {
        world = ProjectWorld.of(Limits.standard().capacity(100).inFlight(10));
    }

    private static Asked push(String id, @Nullable Duration atMost) {
        return create(id).appendedTo("main").quiet(QUIET, atMost);
    }

    @Test
    void one_alone_is_sent_after_its_quiet_period() {
        Step step = world.arrives(push("c1", null));

        assertThat(step.called()).isEmpty();
        assertThat(step.announced()).containsExactly("command.queued c1 quiet");
        assertThat(world.nextMoment()).isEqualTo(world.now().plus(QUIET));
        assertThat(world.runToNextMoment().called()).containsExactly("c1");
    }

    @Test
    void each_later_one_begins_it_anew_until_the_first_has_waited_long_enough() {
        world.arrives(push("c0", Duration.ofMinutes(5)));
        List<String> called = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            world.passes(Duration.ofMinutes(1));
            called.addAll(world.arrives(push("c" + i, Duration.ofMinutes(5))).called());
        }
        assertThat(called).isEmpty();
        assertThat(world.nextMoment()).isEqualTo(ProjectWorld.START.plus(Duration.ofMinutes(5)));

        assertThat(world.runToNextMoment().called()).containsExactly("c4");
    }

    @Test
    void it_waits_ten_times_as_long_at_most_unless_it_says_otherwise() {
        world.arrives(push("c0", null));
        for (int i = 1; i <= 19; i++) {
            world.passes(Duration.ofMinutes(1));
            assertThat(world.arrives(push("c" + i, null)).called()).isEmpty();
        }

        assertThat(world.nextMoment()).isEqualTo(ProjectWorld.START.plus(Duration.ofMinutes(20)));
    }

    @Test
    void a_later_one_without_a_quiet_period_is_sent_at_once_for_all() {
        world.arrives(push("c1", null));

        assertThat(world.arrives(create("c2").appendedTo("main")).called()).containsExactly("c2");
    }

    @Test
    void a_hundred_pushes_within_an_hour_become_one_job_with_four_uses() {
        int uses = 0;
        for (int i = 0; i < 100; i++) {
            Asked push = create("c" + i).appendedTo("main").continuing("main").quiet(QUIET, Duration.ofMinutes(20));
            List<String> called = new ArrayList<>(world.arrives(push).called());
            world.passes(Duration.ofSeconds(36));
            called.addAll(world.wakes().called());
            for (String command : called) {
                uses++;
                world.answers(command, Said.accepted("j1"));
            }
        }
        while (world.commandsKept() > 0) {
            for (String command : world.runToNextMoment().called()) {
                uses++;
                world.answers(command, Said.accepted("j1"));
            }
        }

        assertThat(uses).isLessThanOrEqualTo(4);
    }
}
