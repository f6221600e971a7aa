package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.guarantee.DecisionsAreBounded;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Identity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AdmissionTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void a_command_is_called_at_once_while_there_are_tokens() {
        ProjectWorld world = ProjectWorld.standard();

        Step step = world.arrives(create("c1"));

        assertThat(step.called()).containsExactly("c1");
        assertThat(step.announced()).isEmpty();
        assertThat(step.counted()).containsExactly("admitted");
        assertThat(world.available()).isEqualTo(99);
    }

    @Test
    void the_same_command_again_is_recognised_while_it_waits_and_after_its_end() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1));
        world.arrives(create("c1"));
        world.arrives(create("c2"));

        assertThat(world.arrives(create("c1")).counted()).containsExactly("duplicate");
        assertThat(world.arrives(create("c2")).counted()).containsExactly("duplicate");
        world.answers("c1", Said.rejected());
        assertThat(world.arrives(create("c1")).counted()).containsExactly("duplicate");
        assertThat(world.remembersHowMany()).isEqualTo(2);
        assertThat(world.commandsKept()).isEqualTo(1);
    }

    @Test
    void the_same_id_for_another_content_is_rejected() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1"));

        Step reused = world.arrives(create("c1").prompt("another"));

        assertThat(reused.announced()).containsExactly("command.rejected c1 command_id_reused");
    }

    @Test
    void a_command_is_recognised_for_the_retention_from_its_end() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1"));
        world.passes(Duration.ofMinutes(1));
        world.answers("c1", Said.rejected());

        world.passes(Duration.ofDays(7).minusMillis(1));
        assertThat(world.arrives(create("c1")).counted()).containsExactly("duplicate");
        world.passes(Duration.ofMillis(1));
        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
    }

    @Test
    void metadata_comes_back_in_every_event() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1").metadata(Map.of("team", "docs")));

        Step ended = world.answers("c1", Said.rejected());

        assertThat(ended.events().getFirst().metadata()).isEqualTo(Map.of("team", "docs"));
    }

    @Test
    void a_command_expired_at_its_arrival_ends_as_expired_once() {
        ProjectWorld world = ProjectWorld.standard();
        Asked late = create("c1").expiresAt(START);

        assertThat(world.arrives(late).announced()).containsExactly("command.expired c1 expired");
        assertThat(world.arrives(late).counted()).containsExactly("duplicate");
    }

    @Test
    void a_deadline_before_the_next_token_is_unreachable_and_leaves_no_mark() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1));
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));
        var token = START.plus(Duration.ofHours(1)).plus(SECOND);

        assertThat(world.arrives(create("c2").expiresAt(token)).announced())
                .containsExactly("command.rejected c2 deadline_unreachable");
        assertThat(world.arrives(create("c2").expiresAt(token.plusMillis(1))).announced())
                .containsExactly("command.queued c2 quota");
    }

    @Test
    void a_queue_full_of_commands_rejects_without_a_mark() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().queue(1).inFlight(1));
        world.arrives(create("c1"));
        world.arrives(create("c2"));

        assertThat(world.arrives(create("c3")).announced()).containsExactly("command.rejected c3 queue_full");
        assertThat(world.remembers("c3")).isFalse();
        world.answers("c1", Said.rejected());
        assertThat(world.arrives(create("c3")).counted()).containsExactly("admitted");
    }

    @Test
    void a_queue_takes_just_as_many_bytes_as_it_may() {
        ProjectWorld world = held(Limits.standard().queueBytes(2 * bytesOfOne(), 10_000));
        world.arrives(create("c1"));

        assertThat(world.arrives(create("c2")).announced()).containsExactly("command.queued c2 operator");
        assertThat(world.arrives(create("c3")).announced()).containsExactly("command.rejected c3 queue_full");
    }

    @Test
    void a_project_may_queue_just_as_much_as_the_minimum_however_full_its_partition_is() {
        ProjectWorld world = held(Limits.standard().queueBytes(10_000, 10_000).minBytes(2 * bytesOfOne()));
        world.othersHold(new Load(20_000, 0));
        world.arrives(create("c1"));

        assertThat(world.arrives(create("c2")).announced()).containsExactly("command.queued c2 operator");
        assertThat(world.arrives(create("c3")).announced()).containsExactly("command.rejected c3 queue_full");
    }

    @Test
    void a_partition_takes_just_as_many_bytes_as_it_may() {
        ProjectWorld world = held(Limits.standard().queueBytes(10_000, 10_000).minBytes(1));
        world.othersHold(new Load(10_000 - 2 * bytesOfOne(), 0));
        world.arrives(create("c1"));

        assertThat(world.arrives(create("c2")).announced()).containsExactly("command.queued c2 operator");
        assertThat(world.arrives(create("c3")).announced()).containsExactly("command.rejected c3 queue_full");
    }

    @Test
    void a_partition_full_of_bytes_takes_one_command_of_any_project() {
        ProjectWorld world = held(Limits.standard().queueBytes(10_000, 10_000).minBytes(1));
        world.othersHold(new Load(10_000, 0));

        assertThat(world.arrives(create("c1").prompt("x".repeat(5_000))).announced())
                .containsExactly("command.queued c1 operator");
        assertThat(world.arrives(create("c2")).announced()).containsExactly("command.rejected c2 queue_full");
    }

    @Test
    void bytes_count_until_the_command_ends() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().queueBytes(2 * bytesOfOne(), 10_000));
        world.arrives(create("c1"));
        long inFlight = world.project().counts().bytes();
        assertThat(inFlight).as("with the call, and the command as an object").isGreaterThan(bytesOfOne());
        assertThat(world.arrives(create("c2")).announced()).containsExactly("command.rejected c2 queue_full");

        world.answers("c1", Said.accepted("j1"));

        assertThat(world.arrives(create("c2")).called()).containsExactly("c2");
        assertThat(world.project().counts().bytes()).isEqualTo(inFlight);
    }

    @Test
    void a_message_of_a_failed_create_is_rejected() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1"));
        world.answers("c1", Said.rejected());
        world.arrives(create("c2"));
        world.answers("c2", Said.unknown());

        assertThat(world.arrives(follow("m1", "c1")).announced()).containsExactly("command.rejected m1 create_failed");
        assertThat(world.arrives(follow("m2", "c2")).announced()).containsExactly("command.rejected m2 create_failed");
        assertThat(world.arrives(follow("m1", "c1")).counted()).containsExactly("duplicate");
    }

    @Test
    void a_message_goes_to_the_job_of_its_create_that_was_accepted() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));

        Step step = world.arrives(follow("m1", "c1"));

        assertThat(step.calls().getFirst().jobId()).isEqualTo("j1");
    }

    @Test
    void a_message_waits_for_its_create_to_be_accepted() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1"));

        assertThat(world.arrives(follow("m1", "c1")).called()).isEmpty();
        Step accepted = world.answers("c1", Said.accepted("j1"));

        assertThat(accepted.called()).containsExactly("m1");
        assertThat(accepted.calls().getFirst().jobId()).isEqualTo("j1");
    }

    @Test
    void a_message_whose_create_is_never_seen_is_rejected_after_the_create_wait() {
        ProjectWorld world = ProjectWorld.standard();

        Step arrival = world.arrives(follow("m1", "c1"));
        assertThat(arrival.announced()).containsExactly("command.queued m1 behind_job");
        assertThat(arrival.nextMoment()).isEqualTo(START.plus(Duration.ofMinutes(10)));

        assertThat(world.runToNextMoment().announced()).containsExactly("command.rejected m1 unknown_create");
        assertThat(world.commandsKept()).isZero();
    }

    @Test
    void a_message_that_names_another_message_is_rejected_whichever_arrives_first() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(follow("m1", "m2"));
        assertThat(world.arrives(follow("m2", "c1")).announced()).containsExactly("command.queued m2 behind_job");

        assertThat(world.arrives(follow("m3", "m2")).announced()).containsExactly("command.rejected m3 unknown_create");
        assertThat(world.runToNextMoment().announced())
                .containsExactly("command.rejected m1 unknown_create", "command.rejected m2 unknown_create");
        assertThat(world.commandsKept()).isZero();
    }

    @Test
    void a_message_that_names_itself_is_rejected() {
        ProjectWorld world = ProjectWorld.standard();

        assertThat(world.arrives(follow("m1", "m1")).announced()).containsExactly("command.rejected m1 unknown_create");
        assertThat(world.commandsKept()).isZero();
    }

    @Test
    void a_create_may_arrive_after_its_messages() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(follow("m1", "c1"));
        world.arrives(follow("m2", "c1"));
        world.passes(Duration.ofMinutes(9));

        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
        world.passes(Duration.ofMinutes(2));
        assertThat(world.wakes().announced()).isEmpty();
        assertThat(world.answers("c1", Said.accepted("j1")).called()).containsExactly("m1");
        assertThat(world.answers("m1", Said.accepted("j1")).called()).containsExactly("m2");
    }

    @Test
    void a_create_expired_at_its_arrival_fails_the_messages_that_wait_for_it() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(follow("m1", "c1"));

        Step step = world.arrives(create("c1").expiresAt(START));

        assertThat(step.announced()).containsExactly("command.expired c1 expired", "command.rejected m1 create_failed");
    }

    @Test
    void a_create_that_ends_otherwise_fails_its_messages() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1"));
        world.arrives(follow("m1", "c1"));
        world.arrives(follow("m2", "c1"));

        assertThat(world.answers("c1", Said.rejected()).announced())
                .containsExactly(
                        "command.rejected c1 refused",
                        "command.rejected m1 create_failed",
                        "command.rejected m2 create_failed");
        assertThat(world.commandsKept()).isZero();
        assertThat(world.project().counts().bytes()).isZero();
    }

    @Test
    void marks_are_forgotten_early_oldest_first_where_the_limit_is_reached() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().marks(2));
        world.arrives(create("c1"));
        world.answers("c1", Said.rejected());
        world.passes(SECOND);
        world.arrives(create("c2"));
        world.answers("c2", Said.rejected());

        Step third = world.arrives(create("c3"));

        assertThat(third.counted()).containsExactly("mark_forgotten_early", "admitted");
        assertThat(world.remembers("c1")).isFalse();
        assertThat(world.remembers("c2")).isTrue();
        assertThat(world.remembersHowMany()).isEqualTo(2);
    }

    @Test
    void where_nothing_may_be_forgotten_there_is_no_room() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().marks(1));
        world.arrives(create("c1"));

        assertThat(world.arrives(create("c2")).announced()).containsExactly("command.rejected c2 queue_full");
        assertThat(world.arrives(create("c3").expiresAt(START)).announced())
                .containsExactly("command.expired c3 expired");
        assertThat(world.remembers("c3")).isFalse();
    }

    @Test
    void in_a_full_partition_a_command_that_ends_takes_the_place_of_the_projects_oldest() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().stateBytes(10_000));
        for (String id : List.of("c1", "c2")) {
            world.arrives(create(id));
            world.answers(id, Said.rejected());
            world.passes(SECOND);
        }
        world.arrives(create("c3"));
        world.othersHold(new Load(0, 10_000));

        assertThat(world.answers("c3", Said.rejected()).counted()).containsOnlyOnce("mark_forgotten_early");
        assertThat(remembered(world)).containsExactly("c2", "c3");
        assertThat(world.arrives(create("c4").expiresAt(START)).counted()).contains("mark_forgotten_early");
        assertThat(remembered(world)).contains("c4").doesNotContain("c2");
    }

    /** Of 250,000 characters each: one decision handles about a million. */
    @Test
    void of_large_commands_before_one_that_expires_only_the_first_are_read() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1));
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));
        for (int i = 0; i < 40; i++) {
            world.arrives(message("m" + i, "j1").prompt("p".repeat(250_000)));
        }

        Step last = world.arrives(message("last", "j1").expiresAt(START.plus(Duration.ofDays(1))));

        new DecisionsAreBounded().after(world, last);
    }

    private static List<String> remembered(ProjectWorld world) {
        return Stream.of("c1", "c2", "c3", "c4").filter(world::remembers).toList();
    }

    @Test
    void in_a_full_partition_one_that_takes_more_bytes_takes_the_place_of_several() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().stateBytes(10_000));
        for (int i = 1; i <= 6; i++) {
            world.arrives(create("c" + i));
            world.answers("c" + i, Said.rejected());
        }
        long before = world.project().counts().stateBytes();
        world.othersHold(new Load(0, 10_000));
        world.arrives(create("c7"));

        Step large = world.answers("c7", new Answer.Rejected(400, "r".repeat(2_300)));

        assertThat(large.counted()).filteredOn("mark_forgotten_early"::equals).hasSize(5);
        assertThat(world.project().counts().stateBytes()).isLessThanOrEqualTo(before);
        assertThat(world.remembersHowMany()).isEqualTo(2);
    }

    @Test
    void a_partition_full_of_what_others_are_remembered_of_turns_nobody_away() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1).stateBytes(10_000));
        world.othersHold(new Load(0, 10_000));

        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
        assertThat(world.arrives(create("c2")).announced()).containsExactly("command.queued c2 quota");
        assertThat(world.answers("c1", Said.rejected()).counted()).doesNotContain("mark_forgotten_early");
        assertThat(world.remembers("c1")).isTrue();
    }

    @Test
    void what_waits_takes_no_room_from_what_is_remembered() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1).stateBytes(2_000));
        world.arrives(create("c1"));
        world.answers("c1", Said.rejected());
        for (int i = 2; i < 20; i++) {
            world.arrives(create("c" + i));
        }

        assertThat(world.project().counts().stateBytes())
                .isEqualTo(
                        Objects.requireNonNull(world.marks().get(Keys.seen(Asked.PROJECT, Identity.ofCommandId("c1"))))
                                .bytes(Asked.PROJECT));
        assertThat(world.remembers("c1")).isTrue();
    }

    @Test
    void commands_for_new_jobs_are_rejected_where_the_project_follows_as_many_as_it_may() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().jobs(1));
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));

        Step full = world.arrives(create("c2"));

        assertThat(full.announced()).containsExactly("command.rejected c2 queue_full");
        assertThat(why(full)).contains("docs-agent.jobs.max-per-project");
        assertThat(world.remembers("c2")).isFalse();
        assertThat(world.arrives(message("m1", "j2")).announced()).containsExactly("command.rejected m1 queue_full");
        assertThat(world.arrives(message("m2", "j1")).called()).containsExactly("m2");
        assertThat(world.arrives(follow("m3", "c1")).announced()).isEmpty();

        world.answers("m2", Said.accepted("j1"));
        world.sees(Said.job("j1", "failed"));
        assertThat(world.arrives(create("c2")).called()).containsExactly("c2");
    }

    @Test
    void a_message_that_waits_for_its_create_adds_no_job() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().jobs(0));

        assertThat(world.arrives(follow("m1", "c1")).announced()).containsExactly("command.queued m1 behind_job");
    }

    @Test
    void a_full_partition_turns_away_only_who_follows_many_jobs() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(2).stateBytes(10_000));
        world.othersHold(new Load(0, 10_000));
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));
        world.arrives(create("c2"));
        world.answers("c2", Said.accepted("j2"));

        Step full = world.arrives(create("c3"));

        assertThat(full.announced()).containsExactly("command.rejected c3 queue_full");
        assertThat(why(full)).contains("docs-agent.state.max-bytes-per-partition");
    }

    @Test
    void the_mark_of_the_named_create_is_read_before_it_is_forgotten_early() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().marks(1));
        world.arrives(create("c1"));
        world.answers("c1", Said.rejected());

        assertThat(world.arrives(follow("m1", "c1")).announced()).containsExactly("command.rejected m1 create_failed");
    }

    @Test
    void a_project_of_which_nothing_is_left_is_forgotten() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().queue(0));

        world.arrives(create("c1"));

        assertThat(world.ifProject()).isNull();
        assertThat(world.wakes().decision().changes().projects()).isEmpty();
    }

    private static ProjectWorld held(Limits limits) {
        ProjectWorld world = ProjectWorld.of(limits);
        world.asks("hold", new Operation.Hold(null));
        return world;
    }

    /** Of a create that waits. */
    private static long bytesOfOne() {
        ProjectWorld world = held(Limits.standard());
        world.arrives(create("c1"));
        return world.project().counts().bytes();
    }

    private static String why(Step step) {
        return Objects.requireNonNull(step.events().getFirst().reason()).message();
    }
}
