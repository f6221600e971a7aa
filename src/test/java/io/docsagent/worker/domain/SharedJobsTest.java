package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.domain.policy.Sharing.Share;
import io.docsagent.worker.domain.state.PublisherUse;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Publishers with budgets send messages to the same job, whose order holds. */
class SharedJobsTest {

    private static final Duration CYCLE = Duration.ofSeconds(3_601);

    /** When the only use of batch's budget comes back. */
    private static final Instant BACK = START.plus(CYCLE);

    private final ProjectWorld world =
            ProjectWorld.of(Limits.standard().sharing(Map.of("batch", new Share(1, 1), "ci", new Share(1, 2))));

    @BeforeEach
    void batch_has_spent_its_budget() {
        world.arrives(create("spent").by("batch"));
        world.answers("spent", Said.accepted("j0"));
    }

    @Test
    void a_message_behind_one_that_waits_for_its_budget_waits_as_long_and_says_why() {
        world.arrives(message("m1", "j").by("batch"));

        assertThat(world.arrives(message("m2", "j").by("ci")).place()).isEqualTo(new QueuePlace(2, BACK, "budget"));
        assertThat(world.arrives(message("m3", "j")).place()).isEqualTo(new QueuePlace(3, BACK, "budget"));
        assertThat(world.arrives(message("other", "j2").by("ci")).called()).containsExactly("other");
    }

    @Test
    void a_message_to_a_create_that_waits_for_its_budget_says_why_too() {
        world.arrives(create("c").by("batch"));

        assertThat(world.arrives(follow("m", "c").by("ci")).place()).isEqualTo(new QueuePlace(2, BACK, "budget"));
    }

    @Test
    void a_deadline_that_what_must_go_before_cannot_meet_is_refused_on_arrival() {
        world.arrives(message("m1", "j").by("batch"));

        assertThat(world.arrives(message("m2", "j").by("ci").expiresAt(BACK)).announced())
                .containsExactly("command.rejected m2 deadline_unreachable");
        assertThat(world.arrives(message("m3", "j").by("ci").expiresAt(BACK.plusMillis(1)))
                        .announced())
                .containsExactly("command.queued m3 budget");
    }

    @Test
    void what_may_expire_before_does_not_make_a_deadline_unreachable() {
        world.arrives(message("m1", "j").by("batch").expiresAt(BACK.plusSeconds(60)));
        world.asks("hold", new Operation.Hold(null));

        assertThat(world.arrives(message("m2", "j").expiresAt(BACK)).announced())
                .containsExactly("command.rejected m2 deadline_unreachable");
        assertThat(world.arrives(message("m3", "j").expiresAt(BACK.plusSeconds(61)))
                        .announced())
                .containsExactly("command.queued m3 operator");
        world.arrives(message("n1", "k").by("batch").expiresAt(BACK.plusMillis(1)));
        world.arrives(message("n2", "k").by("batch"));
        assertThat(world.arrives(message("n3", "k").expiresAt(BACK.plusSeconds(60)))
                        .announced())
                .containsExactly("command.queued n3 operator");
    }

    @Test
    void what_may_cease_to_wait_for_its_create_does_not_make_a_deadline_unreachable() {
        world.arrives(follow("m1", "absent").by("batch"));
        Instant givenUp = START.plus(Duration.ofMinutes(10));

        assertThat(world.arrives(follow("m2", "absent").expiresAt(givenUp)).announced())
                .containsExactly("command.rejected m2 deadline_unreachable");
        assertThat(world.arrives(follow("m3", "absent").expiresAt(givenUp.plusMillis(1)))
                        .announced())
                .containsExactly("command.queued m3 budget");
    }

    @Test
    void a_promoted_message_pays_for_what_must_go_before_it_where_that_has_no_use_of_its_own() {
        world.arrives(message("m1", "j").by("batch"));
        world.arrives(message("m2", "j").by("ci"));

        assertThat(world.asks("o1", new Operation.Promote("m2")).called()).containsExactly("m1");

        assertThat(used("batch")).isEqualTo(1);
        assertThat(used("ci")).isEqualTo(1);
        assertThat(world.answers("m1", Said.rejected()).called()).containsExactly("m2");
        assertThat(used("batch")).isEqualTo(1);
        assertThat(used("ci")).isEqualTo(2);
    }

    @Test
    void who_pays_stays_within_its_own_budget() {
        world.arrives(message("m1", "j").by("batch"));
        world.arrives(message("m2", "j").by("batch"));
        world.arrives(message("m3", "j").by("ci"));
        world.asks("o1", new Operation.Promote("m3"));
        assertThat(world.answers("m1", Said.rejected()).called()).containsExactly("m2");

        assertThat(world.answers("m2", Said.rejected()).called()).isEmpty();

        assertThat(used("ci")).isEqualTo(2);
        assertThat(world.nextMoment()).isEqualTo(START.plus(CYCLE));
        assertThat(world.runToNextMoment().called()).containsExactly("m3");
    }

    @Test
    void what_has_a_use_of_its_own_is_paid_for_by_its_own_publisher() {
        world.settings(Limits.standard().inFlight(1).sharing(Map.of("batch", new Share(1, 2), "ci", new Share(1, 2))));
        world.arrives(create("busy"));
        world.arrives(message("m1", "j").by("batch"));
        world.arrives(message("m2", "j").by("ci"));
        world.asks("o1", new Operation.Promote("m2"));

        assertThat(world.answers("busy", Said.rejected()).called()).containsExactly("m1");

        assertThat(used("batch")).isEqualTo(2);
        assertThat(used("ci")).isZero();
    }

    @Test
    void a_use_that_comes_back_unsent_comes_back_to_who_paid() {
        world.arrives(message("m1", "j").by("batch"));
        world.arrives(message("m2", "j").by("ci"));
        world.asks("o1", new Operation.Promote("m2"));
        ProjectWorld restarted = world.restarted();

        assertThat(restarted.answersCall(world.callOf("m1"), Said.noSlot()).called())
                .containsExactly("m1");
        assertThat(restarted.answersCall(restarted.callOf("m1"), Said.unknown()).called())
                .containsExactly("m2");
        assertThat(PublisherUse.of(restarted.project(), restarted.policy(), restarted.now()))
                .contains(new PublisherUse("batch", 1, 0L), new PublisherUse("ci", 2, 0L));
    }

    private long used(String publisher) {
        return PublisherUse.of(world.project(), world.policy(), world.now()).stream()
                .filter(use -> use.publisher().equals(publisher))
                .mapToLong(PublisherUse::used)
                .sum();
    }
}
