package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Leaders whose clocks differ: the log's time jumps when a partition's leader changes. */
class LeadersClocksTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MARGIN = Duration.ofSeconds(10);

    /** A use was reused 7 s early with a margin of 1 s. */
    @Test
    void a_leader_that_is_behind_and_then_one_that_is_ahead_reuse_no_use_early() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1).margin(MARGIN));
        world.at(START.minusSeconds(4));
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));
        world.arrives(create("c2"));

        world.at(START.plus(HOUR).minusMillis(1).plusSeconds(4));
        assertThat(world.wakes().calls()).as("sent within the true hour").isEmpty();

        world.at(START.plus(HOUR).plus(MARGIN).plusSeconds(4));
        assertThat(world.wakes().calls()).hasSize(1);
    }

    /** By the poller's clock, which is not that of the leader that appended it. */
    @Test
    void an_observation_from_ahead_does_not_make_the_next_ones_old() {
        ProjectWorld world = followed();
        sees(world, Duration.ofDays(2), "paused");

        world.passes(Duration.ofSeconds(2));
        assertThat(sees(world, Duration.ofMillis(-100), "completed")).contains("job.completed c1 j1");
    }

    private static ProjectWorld followed() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));
        return world;
    }

    private static List<String> sees(ProjectWorld world, Duration began, String status) {
        return world.sees(
                        "j1",
                        world.job("j1").commands().generation(),
                        world.now().plus(began),
                        Said.job("j1", status))
                .announced();
    }
}
