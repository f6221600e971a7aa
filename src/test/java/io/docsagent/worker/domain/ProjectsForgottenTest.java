package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.guarantee.DecisionsAreBounded;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Nothing stays in memory for longer than it serves a promise. */
class ProjectsForgottenTest {

    private final ProjectWorld world = ProjectWorld.standard();

    @Test
    void a_command_that_expired_on_arrival_is_remembered_for_as_long_as_messages_wait_for_it() {
        world.arrives(create("c1").expiresAt(world.now()));

        assertThat(world.arrives(follow("m1", "c1")).announced()).containsExactly("command.rejected m1 create_failed");
        assertThat(world.remembers("c1")).isTrue();
        world.passes(Duration.ofMinutes(10));
        world.wakes();

        assertThat(world.ifProject()).isNull();
    }

    @Test
    void a_message_whose_create_was_never_seen_may_be_sent_again() {
        world.arrives(follow("m1", "c1"));
        world.passes(Duration.ofMinutes(10));
        assertThat(world.wakes().announced()).containsExactly("command.rejected m1 unknown_create");

        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));

        assertThat(world.arrives(follow("m1", "c1")).called()).containsExactly("m1");
    }

    @Test
    void a_message_that_names_a_message_may_be_sent_again() {
        world.arrives(Asked.message("m0", "j1"));
        assertThat(world.arrives(follow("m1", "m0")).announced()).containsExactly("command.rejected m1 unknown_create");

        assertThat(world.remembers("m1")).isFalse();
    }

    @Test
    void a_held_project_with_nothing_left_is_forgotten_and_its_hold_ends() {
        world.arrives(create("c1").expiresAt(world.now().plusSeconds(60)));
        world.answers("c1", Said.unauthorized());
        world.passes(Duration.ofSeconds(60));
        assertThat(world.wakes().announced()).containsExactly("command.expired c1 expired");

        world.passes(Duration.ofDays(7));

        assertThat(world.wakes().announced()).containsExactly("project.resumed unauthorized");
        assertThat(world.ifProject()).isNull();
    }

    @Test
    void a_project_that_keeps_only_uses_is_forgotten_when_they_have_come_back() {
        ProjectWorld forgetful = ProjectWorld.of(Limits.standard().retention(Duration.ofMinutes(1)));
        forgetful.arrives(create("c1"));
        forgetful.answers("c1", Said.rejected());

        forgetful.runToNextMoment();
        assertThat(forgetful.project().counts().seen()).isZero();
        assertThat(forgetful.available()).isEqualTo(99);
        assertThat(forgetful.nextMoment()).isEqualTo(ProjectWorld.START.plusSeconds(3_601));
        forgetful.runToNextMoment();

        assertThat(forgetful.ifProject()).isNull();
    }

    @Test
    void a_partition_with_as_many_projects_as_it_may_have_takes_no_other() {
        world.lacksRoomForProjects(true);

        assertThat(world.arrives(create("c1")).announced()).containsExactly("command.rejected c1 queue_full");
        assertThat(world.ifProject()).isNull();

        world.lacksRoomForProjects(false);
        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
        world.lacksRoomForProjects(true);
        assertThat(world.arrives(create("c2")).called()).containsExactly("c2");
    }

    @Test
    void only_a_project_without_commands_jobs_and_uses_is_expendable() {
        var limit = world.policy().quota();
        world.arrives(create("c1"));
        assertThat(world.project().isExpendable(limit, world.now())).isFalse();
        world.answers("c1", Said.rejected());
        assertThat(world.project().isExpendable(limit, world.now())).isFalse();

        world.passes(Duration.ofSeconds(3_601));
        assertThat(world.project().isExpendable(limit, world.now())).isTrue();
        assertThat(world.forgets().counted()).containsExactly("project_forgotten_early");
        assertThat(world.ifProject()).isNull();
        assertThat(world.remembers("c1")).isFalse();

        world.arrives(create("c2"));
        world.answers("c2", Said.accepted("j2"));
        world.passes(Duration.ofSeconds(3_601));
        assertThat(world.project().isExpendable(limit, world.now())).isFalse();
    }

    @Test
    void an_expendable_project_that_remembers_many_commands_is_forgotten_in_slices() {
        world.arrives(create("c"));
        world.answers("c", Said.unknown());
        world.moreLike("c", 1_500);

        Step first = world.forgets();

        assertThat(first.counted()).isEmpty();
        assertThat(world.ifProject()).isNotNull();
        new DecisionsAreBounded().after(world, first);
        Step second = world.forgets();
        assertThat(second.counted()).containsExactly("project_forgotten_early");
        assertThat(world.ifProject()).isNull();
        assertThat(world.marks()).isEmpty();
    }
}
