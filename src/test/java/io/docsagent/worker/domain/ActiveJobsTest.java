package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** No more jobs are started than may be active at once. */
class ActiveJobsTest {

    private ProjectWorld world = limited(1);

    private static ProjectWorld limited(@Nullable Integer max) {
        return ProjectWorld.of(Limits.standard().capacity(100).inFlight(10).active(max, Map.of()));
    }

    private static @Nullable QueuePlace place(Step step) {
        return step.events().stream()
                .map(StatusEvent::queue)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private void active(String command, String job) {
        assertThat(world.arrives(create(command)).called()).containsExactly(command);
        world.answers(command, Said.accepted(job));
    }

    @Test
    void a_create_waits_for_the_end_of_an_active_job() {
        active("c1", "j1");

        Step arrived = world.arrives(create("c2"));

        assertThat(arrived.called()).isEmpty();
        assertThat(place(arrived)).isEqualTo(new QueuePlace(1, null, "active_jobs", 1));
        assertThat(world.sees(Said.job("j1", "completed", "https://example.com/pull/7"))
                        .called())
                .containsExactly("c2");
    }

    @Test
    void a_call_that_is_about_to_start_a_job_counts_as_one() {
        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");

        assertThat(world.arrives(create("c2")).announced()).containsExactly("command.queued c2 active_jobs");
        assertThat(world.answers("c1", Said.rejected()).called()).containsExactly("c2");
    }

    @Test
    void a_message_to_an_active_job_does_not_wait() {
        active("c1", "j1");
        world.arrives(create("c2"));

        assertThat(world.arrives(message("m1", "j1")).called()).containsExactly("m1");
    }

    @Test
    void a_message_to_a_job_that_has_ended_waits() {
        world = limited(2);
        active("c1", "j1");
        active("c2", "j2");
        world.sees(Said.job("j1", "completed", "https://example.com/pull/7"));
        active("c3", "j3");

        assertThat(world.arrives(message("m1", "j1")).announced()).containsExactly("command.queued m1 active_jobs");
        assertThat(world.sees(Said.job("j2", "failed")).called()).containsExactly("m1");
    }

    @Test
    void a_message_to_a_job_of_which_nothing_is_known_waits() {
        active("c1", "j1");

        assertThat(world.arrives(message("m1", "other")).announced()).containsExactly("command.queued m1 active_jobs");
    }

    @Test
    void a_lost_job_and_a_stalled_one_do_not_count() {
        active("c1", "j1");
        world.arrives(create("c2"));
        assertThat(world.sees("j1", world.job("j1").commands().generation(), world.now(), null)
                        .called())
                .containsExactly("c2");
        world.answers("c2", Said.accepted("j2"));
        world.arrives(create("c3"));
        world.passes(Duration.ofHours(25));

        assertThat(world.wakes().called()).containsExactly("c3");
    }

    @Test
    void a_publisher_has_a_limit_of_its_own() {
        world = ProjectWorld.of(Limits.standard().capacity(100).inFlight(10).active(3, Map.of("batch", 1)));
        assertThat(world.arrives(create("b1").by("batch")).called()).containsExactly("b1");
        world.answers("b1", Said.accepted("j1"));

        assertThat(world.arrives(create("b2").by("batch")).called()).isEmpty();
        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
        assertThat(world.arrives(create("c2")).called()).containsExactly("c2");
        assertThat(world.arrives(create("c3")).called()).isEmpty();
    }
}
