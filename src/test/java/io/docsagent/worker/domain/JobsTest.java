package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.contract.StatusEvent.JobState;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JobsTest {

    private static final JobSnapshot WHOLE = new JobSnapshot(
            "j1", "active", null, new JobSnapshot.Source("org/docs", "main"), "model", "yesterday", null);

    private final ProjectWorld world = ProjectWorld.standard();

    @Test
    void an_accepted_command_is_announced_once_with_the_job_of_the_answer() {
        world.arrives(create("c1").metadata(Map.of("team", "docs")));

        StatusEvent announced = event(world.answers("c1", Said.accepted(WHOLE)));

        var job = new JobState("j1", "active", null, null, WHOLE.source(), "model", "yesterday", null, 1);
        assertThat(announced)
                .isEqualTo(new StatusEvent(
                        StatusEvent.Type.JOB_ACTIVE,
                        "3-1-0",
                        START,
                        "acme",
                        "c1",
                        job,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        "default",
                        null,
                        null,
                        Map.of("team", "docs"),
                        null));
        assertThat(world.answers("c1", Said.accepted(WHOLE)).announced()).isEmpty();
    }

    static Stream<Arguments> statuses() {
        return Stream.of(
                arguments(null, "job.active", "active"),
                arguments("active", "job.active", "active"),
                arguments("completed", "job.completed", "completed"),
                arguments("failed", "job.failed", "failed"),
                arguments("archived", "job.archived", "archived"),
                arguments("paused", "job.updated", "paused"));
    }

    @ParameterizedTest
    @MethodSource("statuses")
    void an_accepted_command_announces_the_status_of_the_answer(
            @Nullable String answered, String announced, String status) {
        world.arrives(create("c1"));

        Step accepted = world.answers("c1", Said.accepted(Said.job("j1", answered)));

        assertThat(accepted.announced()).containsExactly(announced + " c1 j1");
        assertThat(job(accepted).status()).isEqualTo(status);
    }

    @Test
    void an_answer_without_a_job_announces_the_job_of_the_message() {
        world.arrives(message("m1", "j7"));

        Step accepted = world.answers("m1", Said.accepted((JobSnapshot) null));

        assertThat(accepted.announced()).containsExactly("job.active m1 j7");
        assertThat(world.watched()).containsOnlyKeys("j7");
    }

    @Test
    void what_an_answer_leaves_out_is_as_it_was() {
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted(WHOLE));
        world.sees(new JobSnapshot("j1", "archived", "link", WHOLE.source(), "model", "yesterday", "today"));
        world.arrives(message("m1", "j1"));

        Step accepted = world.answers("m1", Said.accepted((JobSnapshot) null));

        assertThat(job(accepted))
                .isEqualTo(new JobState(
                        "j1", "active", "archived", "link", WHOLE.source(), "model", "yesterday", "today", 3));
    }

    @Test
    void what_an_answer_says_is_new() {
        created();
        var other = new JobSnapshot("j1", "active", "link", WHOLE.source(), "m2", "now", "then");
        world.arrives(message("m1", "j1"));

        Step accepted = world.answers("m1", Said.accepted(other));

        assertThat(job(accepted))
                .isEqualTo(new JobState("j1", "active", "active", "link", WHOLE.source(), "m2", "now", "then", 2));
    }

    @Test
    void the_events_of_a_job_are_numbered_and_name_the_status_before() {
        List<JobState> announced = Stream.of(
                        created(), world.sees(Said.job("j1", "paused")), world.sees(Said.job("j1", "completed")))
                .map(JobsTest::job)
                .toList();

        assertThat(announced).extracting(JobState::sequence).containsExactly(1L, 2L, 3L);
        assertThat(announced).extracting(JobState::status).containsExactly("active", "paused", "completed");
        assertThat(announced).extracting(JobState::previousStatus).containsExactly(null, "active", "paused");
    }

    @Test
    void the_events_of_a_job_are_about_its_latest_accepted_command() {
        created();
        world.arrives(message("m1", "j1").metadata(Map.of("by", "ann")));
        world.arrives(message("m2", "j1"));
        world.answers("m1", Said.accepted("j1"));
        world.answers("m2", Said.rejected());

        StatusEvent announced = event(world.sees(Said.job("j1", "failed")));

        assertThat(announced.commandId()).isEqualTo("m1");
        assertThat(announced.metadata()).isEqualTo(Map.of("by", "ann"));
    }

    static Stream<Arguments> observations() {
        return Stream.of(
                arguments(Said.job("j1", "active"), List.of()),
                arguments(Said.job("j1", null), List.of()),
                arguments(Said.job("j1", "active", "link"), List.of("job.updated c1 j1")),
                arguments(Said.job("j1", null, "link"), List.of("job.updated c1 j1")),
                arguments(Said.job("j1", "paused"), List.of("job.updated c1 j1")),
                arguments(Said.job("j1", "completed"), List.of("job.completed c1 j1")),
                arguments(Said.job("j1", "failed"), List.of("job.failed c1 j1")),
                arguments(Said.job("j1", "archived"), List.of("job.archived c1 j1")));
    }

    @ParameterizedTest
    @MethodSource("observations")
    void an_observation_announces_what_differs(JobSnapshot seen, List<String> announced) {
        created();

        assertThat(world.sees(seen).announced()).isEqualTo(announced);
        assertThat(world.sees(seen).announced()).isEmpty();
    }

    @Test
    void an_observation_of_an_older_generation_is_ignored() {
        created();
        world.arrives(message("m1", "j1"));
        world.answers("m1", Said.accepted("j1"));

        Step old = world.sees("j1", 1, world.now(), Said.job("j1", "completed"));

        assertThat(old.announced()).isEmpty();
        assertThat(world.sees("j1", 2, world.now(), Said.job("j1", "completed")).announced())
                .containsExactly("job.completed m1 j1");
    }

    @Test
    void an_observation_whose_get_began_before_the_last_is_ignored() {
        created();
        world.passes(Duration.ofSeconds(9));
        world.sees(Said.job("j1", "active", "link"));

        Step old = world.sees("j1", 1, START.plusSeconds(8), Said.job("j1", "active"));

        assertThat(old.announced()).isEmpty();
        assertThat(world.job("j1").snapshot().prLink()).isEqualTo("link");
        assertThat(world.job("j1").observedAt()).isEqualTo(START.plusSeconds(9));
    }

    @Test
    void an_observation_of_a_job_that_is_not_known_is_ignored() {
        created();

        assertThat(world.sees("j2", 1, world.now(), Said.job("j2", "failed")).announced())
                .isEmpty();
    }

    private Step created() {
        world.arrives(create("c1"));
        return world.answers("c1", Said.accepted("j1"));
    }

    private static StatusEvent event(Step step) {
        assertThat(step.events()).hasSize(1);
        return step.events().getFirst();
    }

    private static JobState job(Step step) {
        return Objects.requireNonNull(event(step).job());
    }
}
