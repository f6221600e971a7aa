package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An operator has the next probe of a held project sent now, whatever holds it, and no more than that one. */
class ProbeTest {

    private final ProjectWorld world = ProjectWorld.of(Limits.standard().atLeastOnce(3));

    static Stream<Answer> holdingAnswers() {
        return Stream.of(
                Said.unauthorized(),
                Said.redirected(),
                Said.throttled(Duration.ofMinutes(30)),
                Said.notSent(),
                Said.notTaken(),
                Said.unknown());
    }

    @ParameterizedTest
    @MethodSource("holdingAnswers")
    void the_next_probe_goes_now_whatever_holds_the_project(Answer answer) {
        held(answer);

        Step asked = probe("o1");

        assertThat(asked.called()).hasSize(1);
        assertThat(asked.announced()).containsExactly("operation.done probe o1 3");
        assertThat(probe("o2").called()).isEmpty();
    }

    @Test
    void a_probe_that_fails_holds_on_with_the_shortest_wait() {
        held(Said.unauthorized());
        for (int i = 0; i < 6; i++) {
            String called = world.runToNextMoment().called().getFirst();
            world.answers(called, Said.unauthorized());
        }

        String called = probe("o1").called().getFirst();
        world.answers(called, Said.unauthorized());

        Hold.Held hold = (Hold.Held) world.project().hold();
        assertThat(Duration.between(world.now(), hold.until())).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void a_probe_that_gets_through_ends_the_hold() {
        held(Said.notSent());

        String called = probe("o1").called().getFirst();

        assertThat(world.answers(called, Said.accepted("j1")).called()).hasSize(2);
    }

    @Test
    void one_that_is_in_flight_is_the_probe() {
        held(Said.unauthorized());
        String called = world.runToNextMoment().called().getFirst();

        assertThat(probe("o1").announced()).containsExactly("operation.done probe o1 2");
        assertThat(world.answers(called, Said.accepted("j1")).announced()).contains("project.resumed unauthorized");
    }

    @Test
    void a_project_that_answers_do_not_hold_has_nothing_to_probe() {
        world.arrives(create("c1"));

        assertThat(probe("o1").announced()).containsExactly("operation.refused probe o1 not_held");
        world.asks("o2", new Operation.Hold(null));
        assertThat(probe("o3").announced()).containsExactly("operation.refused probe o3 not_held");
    }

    @Test
    void an_operators_hold_stays() {
        held(Said.unauthorized());
        world.asks("o1", new Operation.Hold(null));

        assertThat(probe("o2").called()).isEmpty();
        assertThat(world.asks("o3", new Operation.Resume()).called()).hasSize(1);
    }

    @Test
    void a_probe_costs_a_use_like_any_other_call() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().capacity(1));
        small.arrives(create("c1"));
        small.answers("c1", Said.unauthorized());

        Step asked = small.asks("o1", new Operation.Probe());

        assertThat(asked.called()).isEmpty();
        assertThat(small.runToNextMoment().called()).containsExactly("c1");
    }

    @Test
    void a_probe_of_all_is_sent_by_each_held_project_at_its_next_input_and_once() {
        held(Said.throttled(Duration.ofMinutes(30)));
        assertThat(world.asksOfAll("o1", new Operation.Probe())).containsExactly("operation.done probe o1 3");

        Step woken = world.wakes();
        assertThat(woken.called()).hasSize(1);
        world.answers(woken.called().getFirst(), Said.throttled(Duration.ofMinutes(30)));

        assertThat(world.wakes().called()).isEmpty();
        assertThat(world.restarted().wakes().called()).isEmpty();
    }

    @Test
    void a_probe_of_all_that_was_asked_before_a_restart_is_sent_after_it() {
        held(Said.unauthorized());
        world.asksOfAll("o1", new Operation.Probe());

        assertThat(world.restarted().wakes().called()).hasSize(1);
    }

    @Test
    void a_probe_of_all_says_nothing_to_a_project_that_is_held_later() {
        world.asksOfAll("o1", new Operation.Probe());
        held(Said.unauthorized());

        assertThat(world.wakes().called()).isEmpty();
    }

    @Test
    void a_probe_of_all_is_not_sent_again_and_again_in_a_recreated_topic() {
        world.offset(1_000);
        held(Said.throttled(Duration.ofMinutes(30)));
        world.asksOfAll("o1", new Operation.Probe());
        world.answers(world.wakes().called().getFirst(), Said.throttled(Duration.ofMinutes(30)));

        world.offset(0);
        world.passes(Duration.ofMillis(1));

        assertThat(world.wakes().called()).isEmpty();
        assertThat(world.wakes().called()).isEmpty();
        world.offset(2_000);
        assertThat(world.wakes().called()).isEmpty();
        world.asksOfAll("o2", new Operation.Probe());
        assertThat(world.wakes().called()).hasSize(1);
    }

    @Test
    void a_probe_of_all_is_sent_though_the_next_decision_fails() {
        held(Said.throttled(Duration.ofMinutes(30)));
        world.asksOfAll("o1", new Operation.Probe());
        world.holds();

        world.passes(Duration.ofMinutes(10));
        assertThat(world.wakes().called()).hasSize(1);
    }

    /** Three commands, of which one was called and answered. */
    private void held(Answer answer) {
        world.arrives(create("c1"));
        world.answers("c1", answer);
        world.arrives(create("c2"));
        world.arrives(create("c3"));
        assertThat(world.project().hold()).isInstanceOf(Hold.Held.class);
    }

    private Step probe(String operationId) {
        return world.asks(operationId, new Operation.Probe());
    }
}
