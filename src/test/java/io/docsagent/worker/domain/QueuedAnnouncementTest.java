package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.cancel;
import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class QueuedAnnouncementTest {

    private static final Duration CYCLE = Duration.ofSeconds(3_601);

    @Test
    void without_a_token_it_announces_the_place_and_when_the_token_comes_back() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(2));
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));
        world.passes(Duration.ofSeconds(10));
        world.arrives(create("c2"));
        world.answers("c2", Said.accepted("j2"));

        assertThat(world.arrives(create("c3")).place()).isEqualTo(new QueuePlace(1, START.plus(CYCLE), "quota"));
        assertThat(world.arrives(create("c4")).place())
                .isEqualTo(new QueuePlace(2, START.plus(CYCLE).plusSeconds(10), "quota"));
        assertThat(world.arrives(create("c5")).place())
                .isEqualTo(new QueuePlace(3, START.plus(CYCLE).plus(CYCLE), "quota"));
        assertThat(world.arrives(create("c6").high()).place().position()).isEqualTo(1);
        assertThat(world.arrives(create("c7").low()).place().position()).isEqualTo(5);
    }

    static Stream<Arguments> holds() {
        return Stream.of(
                arguments(Said.throttled(null), "throttled"),
                arguments(Said.unauthorized(), "unauthorized"),
                arguments(Said.redirected(), "unauthorized"),
                arguments(Said.paymentRequired(), "unauthorized"),
                arguments(Said.notSent(), "unreachable"));
    }

    @ParameterizedTest
    @MethodSource("holds")
    void a_held_project_announces_why_and_not_when_since_nobody_can_tell(Answer answer, String reason) {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1"));
        world.answers("c1", answer);

        QueuePlace place = world.arrives(create("c2")).place();

        assertThat(place.reason()).isEqualTo(reason);
        assertThat(place.position()).isEqualTo(2);
        assertThat(place.estimatedDispatchAt()).isNull();
    }

    @Test
    void a_project_held_for_an_internal_error_announces_unreachable() {
        ProjectWorld world = ProjectWorld.standard();
        world.holds();

        assertThat(world.arrives(create("c1")).place().reason()).isEqualTo("unreachable");
    }

    @Test
    void a_probing_project_announces_what_it_was_held_for() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();

        assertThat(world.arrives(create("c2")).announced()).containsExactly("command.queued c2 unauthorized");
    }

    @Test
    void a_held_project_may_have_more_waiting_than_tokens_with_none_spent() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(2));
        world.arrives(create("c0"));
        world.answers("c0", Said.notSent());

        assertThat(world.arrives(create("c1")).place()).isEqualTo(new QueuePlace(2, null, "unreachable"));
        assertThat(world.arrives(create("c2")).place()).isEqualTo(new QueuePlace(3, null, "unreachable"));
    }

    @Test
    void behind_another_command_of_its_job_there_is_no_estimate() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(message("m1", "j1"));

        assertThat(world.arrives(message("m2", "j1")).announced()).isEmpty();
        assertThat(world.arrives(message("m3", "j1")).place()).isEqualTo(new QueuePlace(2, null, "behind_job"));
    }

    @Test
    void behind_a_create_in_flight_is_not_worth_telling_but_behind_one_unseen_is() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1"));

        assertThat(world.arrives(follow("m1", "c1")).announced()).isEmpty();
        assertThat(world.arrives(follow("m2", "c2")).announced()).containsExactly("command.queued m2 behind_job");
    }

    @Test
    void waiting_for_a_place_in_flight_is_not_told() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().inFlight(1));
        world.arrives(create("c1"));

        assertThat(world.arrives(create("c2")).announced()).isEmpty();
    }

    @Test
    void a_wait_of_a_second_is_not_told() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1));
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));
        world.passes(CYCLE.minusSeconds(1));

        assertThat(world.arrives(create("c2")).announced()).isEmpty();
    }

    @Test
    void it_is_announced_once() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1));
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));
        world.arrives(create("c2"));

        assertThat(world.wakes().announced()).isEmpty();
        assertThat(world.arrives(create("c2")).announced()).containsExactly("command.duplicate c2 queued");
    }

    @Test
    void what_cannot_be_sent_is_not_before_it() {
        ProjectWorld one = ProjectWorld.of(Limits.standard().capacity(1));
        one.arrives(create("c0"));
        one.arrives(cancel("never seen"));
        one.arrives(follow("m1", "c2"));

        assertThat(one.arrives(create("c1")).place().position()).isEqualTo(1);
        one.arrives(create("c2"));
        assertThat(one.arrives(create("c3")).place().position())
                .as("behind c1, c2 and the message that names it")
                .isEqualTo(4);
    }
}
