package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.state.Delayed;
import io.docsagent.worker.domain.state.Estimate;
import io.docsagent.worker.domain.state.Estimate.Last;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When the last of the waiting commands is likely to be sent, and how long one waits at most. */
class LastDispatchTest {

    private static final Duration CYCLE = Duration.ofSeconds(3_601);
    private static final Instant SOON = START.plus(Duration.ofMinutes(10));

    private ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1));

    private @Nullable Last last(@Nullable Delayed delayed) {
        return Estimate.last(world.project(), world.policy(), delayed, world.now());
    }

    private void useOne() {
        world.arrives(create("first"));
        world.answers("first", Said.accepted("j"));
    }

    @Test
    void of_none_it_is_now() {
        useOne();

        assertThat(last(null)).isEqualTo(new Last(START, Duration.ZERO));
    }

    @Test
    void each_waits_for_a_use() {
        useOne();
        world.arrives(create("a"));
        world.arrives(create("b"));

        assertThat(last(null)).isEqualTo(new Last(START.plus(CYCLE.multipliedBy(2)), CYCLE.multipliedBy(2)));
    }

    @Test
    void nobody_can_tell_when_an_operator_resumes_a_project_but_where_the_hold_has_an_end() {
        world.asks("o1", new Operation.Hold(null));
        world.arrives(create("a"));
        assertThat(last(null)).isNull();

        world.asks("o2", new Operation.Hold(SOON));
        assertThat(last(null)).isEqualTo(new Last(SOON, Duration.ZERO));
    }

    @Test
    void a_hold_with_an_end_is_no_wait_but_what_comes_after_it_is() {
        useOne();
        world.asks("o1", new Operation.Hold(SOON));
        world.arrives(create("a"));
        world.arrives(create("b"));
        Instant second = START.plus(CYCLE).plus(CYCLE);
        assertThat(last(null)).isEqualTo(new Last(second, Duration.between(SOON, second)));

        Instant early = SOON.minusSeconds(60);
        assertThat(last(new Delayed(1, early, early))).isEqualTo(new Last(second, Duration.between(SOON, second)));
    }

    @Test
    void nobody_can_tell_what_a_probe_finds_or_when_jobs_end() {
        world.arrives(create("a"));
        world.answers("a", Said.throttled(Duration.ofSeconds(30)));
        assertThat(last(null)).isNull();

        world = ProjectWorld.of(Limits.standard().active(1, Map.of()));
        useOne();
        world.arrives(create("a"));
        assertThat(last(null)).isNull();
    }

    @Test
    void those_for_later_are_due_all_at_once() {
        for (String id : new String[] {"a", "b", "c"}) {
            world.arrives(create(id).notBefore(SOON));
        }

        assertThat(last(new Delayed(3, SOON, SOON)))
                .isEqualTo(new Last(SOON.plus(CYCLE.multipliedBy(2)), CYCLE.multipliedBy(2)));
    }

    @Test
    void those_for_later_come_after_those_that_are_due() {
        useOne();
        world.arrives(create("a"));
        world.arrives(create("b").notBefore(SOON));
        Instant second = START.plus(CYCLE.multipliedBy(2));

        assertThat(last(new Delayed(1, SOON, SOON))).isEqualTo(new Last(second, Duration.between(SOON, second)));
    }

    @Test
    void those_that_are_due_may_wait_longest() {
        useOne();
        world.arrives(create("a"));
        Instant late = START.plus(CYCLE.multipliedBy(3));
        world.arrives(create("b").notBefore(late));

        assertThat(last(new Delayed(1, late, late))).isEqualTo(new Last(late, CYCLE));
    }

    @Test
    void those_that_were_for_later_and_are_due_wait_like_the_others() {
        useOne();
        world.arrives(create("a"));

        assertThat(last(new Delayed(1, START, START))).isEqualTo(new Last(START.plus(CYCLE), CYCLE));
    }
}
