package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A command is not sent before its {@code notBefore}; from then on it waits like any other. */
class NotBeforeTest {

    private static final Instant LATER = START.plusSeconds(60);
    private static final Duration CYCLE = Duration.ofHours(1).plusSeconds(1);

    private final ProjectWorld world = ProjectWorld.standard();

    @Test
    void it_is_announced_as_scheduled_and_sent_at_its_time() {
        Step arrived = world.arrives(create("c1").notBefore(LATER));

        assertThat(arrived.called()).isEmpty();
        assertThat(arrived.announced()).containsExactly("command.queued c1 scheduled");
        assertThat(arrived.place()).isEqualTo(new QueuePlace(1, LATER, "scheduled"));
        assertThat(arrived.nextMoment()).isEqualTo(LATER);
        world.passes(Duration.ofSeconds(60).minusMillis(1));
        assertThat(world.wakes().called()).isEmpty();
        assertThat(world.runToNextMoment().called()).containsExactly("c1");
        assertThat(world.now()).isEqualTo(LATER);
    }

    @Test
    void a_time_that_has_passed_means_nothing() {
        assertThat(world.arrives(create("c1").notBefore(START)).called()).containsExactly("c1");
        assertThat(world.arrives(create("c2").notBefore(START.minusSeconds(1))).announced())
                .isEmpty();
    }

    @Test
    void others_do_not_wait_for_it() {
        world.arrives(create("c1").high().notBefore(LATER));

        assertThat(world.arrives(create("c2").low()).called()).containsExactly("c2");
    }

    @Test
    void the_first_of_creates_and_messages_to_be_due_is_the_next_call() {
        world.arrives(message("m1", "j1").notBefore(LATER.plusSeconds(20)));
        world.arrives(create("c1").notBefore(LATER));
        assertThat(world.nextMoment()).isEqualTo(LATER);

        world.arrives(message("m2", "j2").notBefore(LATER.minusSeconds(20)));
        assertThat(world.nextMoment()).isEqualTo(LATER.minusSeconds(20));
    }

    @Test
    void within_a_priority_the_later_of_arrival_and_not_before_counts() {
        ProjectWorld one = ProjectWorld.of(Limits.standard().inFlight(1));
        one.arrives(create("c0"));
        one.arrives(create("late").notBefore(LATER));
        one.arrives(create("later").notBefore(LATER.plusSeconds(20)));
        one.passes(Duration.ofSeconds(30));
        one.arrives(create("c30"));
        one.passes(Duration.ofSeconds(40));
        one.arrives(create("c70"));
        one.arrives(create("first").high());
        one.passes(Duration.ofSeconds(30));

        assertThat(one.answers("c0", Said.accepted("j0")).called()).containsExactly("first");
        assertThat(one.answers("first", Said.accepted("j1")).called()).containsExactly("c30");
        assertThat(one.answers("c30", Said.accepted("j2")).called()).containsExactly("late");
        assertThat(one.answers("late", Said.accepted("j3")).called()).containsExactly("c70");
        assertThat(one.answers("c70", Said.accepted("j4")).called()).containsExactly("later");
    }

    @Test
    void what_follows_it_in_its_job_waits_for_it() {
        world.arrives(message("m1", "j1").notBefore(LATER));

        Step second = world.arrives(message("m2", "j1").high());
        assertThat(second.called()).isEmpty();
        assertThat(second.announced()).containsExactly("command.queued m2 behind_job");

        assertThat(world.runToNextMoment().called()).containsExactly("m1");
        assertThat(world.answers("m1", Said.accepted("j1")).called()).containsExactly("m2");
    }

    @Test
    void a_message_of_a_scheduled_create_waits_and_its_own_time_counts_after_that() {
        world.arrives(create("c1").notBefore(LATER));
        assertThat(world.arrives(follow("m1", "c1").notBefore(LATER.plusSeconds(60)))
                        .announced())
                .containsExactly("command.queued m1 scheduled");
        world.runToNextMoment();

        assertThat(world.answers("c1", Said.accepted("j1")).called()).isEmpty();
        assertThat(world.runToNextMoment().called()).containsExactly("m1");
        assertThat(world.now()).isEqualTo(LATER.plusSeconds(60));
    }

    @Test
    void the_wait_for_an_unseen_create_runs_from_the_arrival() {
        world.arrives(follow("m1", "c1").notBefore(START.plus(Duration.ofHours(1))));

        assertThat(world.runToNextMoment().announced()).containsExactly("command.rejected m1 unknown_create");
        assertThat(world.now()).isEqualTo(START.plus(Duration.ofMinutes(10)));
    }

    @Test
    void too_far_ahead_is_rejected_and_not_remembered() {
        Instant latest = START.plus(Duration.ofDays(30));

        assertThat(world.arrives(create("c1").notBefore(latest.plusMillis(1))).announced())
                .containsExactly("command.rejected c1 too_far_ahead");
        assertThat(world.arrives(create("c1").notBefore(latest)).announced())
                .containsExactly("command.queued c1 scheduled");
    }

    @Test
    void a_repetition_may_have_another_time() {
        world.arrives(create("c1").notBefore(LATER));

        assertThat(world.arrives(create("c1").notBefore(LATER.plusSeconds(9))).announced())
                .containsExactly("command.duplicate c1 queued");
        assertThat(world.runToNextMoment().called()).containsExactly("c1");
    }

    @Test
    void what_is_scheduled_later_is_not_before_what_arrives_now() {
        ProjectWorld one = ProjectWorld.of(Limits.standard().capacity(1));
        one.arrives(create("c0"));
        one.answers("c0", Said.accepted("j0"));
        one.arrives(create("far").notBefore(START.plus(Duration.ofDays(1))));

        Step next = one.arrives(create("c1"));
        assertThat(next.place()).isEqualTo(new QueuePlace(1, START.plus(CYCLE), "quota"));

        Step between = one.arrives(create("c2").notBefore(START.plus(Duration.ofHours(5))));
        assertThat(between.place()).isEqualTo(new QueuePlace(2, START.plus(Duration.ofHours(5)), "scheduled"));
    }

    @Test
    void the_order_and_the_times_are_the_same_after_a_restart() {
        ProjectWorld one = ProjectWorld.of(Limits.standard().inFlight(1));
        one.arrives(create("c0"));
        one.arrives(create("late").notBefore(LATER));
        one.passes(Duration.ofSeconds(30));
        one.arrives(create("c30"));
        one.passes(Duration.ofSeconds(40));

        ProjectWorld restarted = one.restarted();

        assertThat(restarted.answersCall(one.callOf("c0"), Said.accepted("j0")).called())
                .containsExactly("c30");
        assertThat(restarted.answers("c30", Said.accepted("j1")).called()).containsExactly("late");
    }
}
