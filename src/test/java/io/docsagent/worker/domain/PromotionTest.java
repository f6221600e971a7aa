package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.policy.Sharing;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A promoted command goes before the others of its project, within quota and job order. */
class PromotionTest {

    /** From the end of a use until it comes back: a period and a margin. */
    private static final Duration CYCLE = Duration.ofSeconds(3_601);

    /** One call at once, so that the order shows. */
    private final ProjectWorld world = ProjectWorld.of(Limits.standard().inFlight(1));

    @Test
    void goes_before_all_priorities() {
        wait(create("c1").high(), create("c2"), create("c3").low());

        assertThat(promote("o1", "c3").announced()).containsExactly("operation.done promote o1 1");
        assertThat(sentInTheEnd()).containsExactly("c3", "c1", "c2");
    }

    @Test
    void several_go_in_the_order_of_their_promotion_and_the_first_promotion_counts() {
        wait(create("c1").high(), create("c2"), create("c3").low());

        promote("o1", "c3");
        world.passes(Duration.ofMillis(1));
        promote("o2", "c2");
        world.passes(Duration.ofMillis(1));
        promote("o3", "c3");

        assertThat(sentInTheEnd()).containsExactly("c3", "c2", "c1");
    }

    @Test
    void takes_along_what_must_go_before_it_in_its_job() {
        wait(create("c1").high(), message("m1", "j1").low(), message("m2", "j1").low());

        promote("o1", "m2");

        assertThat(sentInTheEnd()).containsExactly("m1", "m2", "c1");
    }

    @Test
    void takes_along_the_create_that_it_waits_for() {
        wait(create("c1").high(), create("c2").low(), follow("m1", "c2").low());

        promote("o1", "m1");

        assertThat(sentInTheEnd()).startsWith("c2");
    }

    @Test
    void what_went_before_it_leaves_the_lane_as_it_was_when_the_promoted_one_has_gone() {
        wait(create("c1").high(), message("m1", "j1").low(), message("m2", "j1").low());

        promote("o1", "m1");

        assertThat(sentInTheEnd()).containsExactly("m1", "c1", "m2");
    }

    @Test
    void several_of_one_job_all_go_before_the_others() {
        wait(create("c1").high(), message("m1", "j1").low(), message("m2", "j1").low());

        promote("o1", "m1");
        promote("o2", "m2");

        assertThat(sentInTheEnd()).containsExactly("m1", "m2", "c1");
    }

    @Test
    void is_not_sent_before_its_time() {
        wait(create("c1"), create("c2").notBefore(START.plusSeconds(60)));

        promote("o1", "c2");
        assertThat(world.answers("busy", Said.rejected()).called()).containsExactly("c1");
        world.passes(Duration.ofMinutes(1));
        assertThat(world.answers("c1", Said.rejected()).called()).containsExactly("c2");
    }

    @Test
    void is_not_sent_beyond_the_quota() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().capacity(1));
        small.arrives(create("c1"));
        small.arrives(create("c2"));

        assertThat(small.asks("o1", new Operation.Promote("c2")).called()).isEmpty();
    }

    @Test
    void stays_in_front_when_its_call_comes_back() {
        wait(create("c1").high(), create("c2"));
        promote("o1", "c2");
        world.answers("busy", Said.rejected());

        world.answers("c2", Said.noSlot());

        assertThat(world.steps().getLast().called()).containsExactly("c2");
    }

    @Test
    void a_newcomer_in_its_place_is_in_front_as_well() {
        wait(create("c1").high(), create("c2").replacing("main"));
        promote("o1", "c2");

        world.arrives(create("c3").replacing("main"));

        assertThat(sentInTheEnd()).containsExactly("c3", "c1");
    }

    @Test
    void counts_in_the_position_of_what_arrives_later() {
        wait(create("c1").low(), create("c2").low(), create("c3").low().notBefore(START.plusSeconds(600)));
        promote("o1", "c1");
        promote("o2", "c3");
        world.asks("hold", new Operation.Hold(null));

        assertThat(positionOf(world.arrives(create("c4")))).isEqualTo(2);
        assertThat(positionOf(world.arrives(create("c5").high()))).isEqualTo(2);
        assertThat(positionOf(world.arrives(create("c6").low()))).isEqualTo(5);
    }

    @Test
    void the_position_of_a_newcomer_in_a_promoted_place_is_among_the_promoted() {
        wait(create("c1").high(), create("c2").low(), create("c3").replacing("main"));
        promote("o1", "c2");
        world.passes(Duration.ofMillis(1));
        promote("o2", "c3");
        world.asks("hold", new Operation.Hold(null));

        assertThat(positionOf(world.arrives(create("c4").replacing("main")))).isEqualTo(2);
    }

    @Test
    void what_is_not_known_or_does_not_wait_is_refused() {
        assertThat(promote("o1", "c1").announced()).containsExactly("operation.refused promote o1 unknown_command");
        world.arrives(create("c1"));
        assertThat(promote("o2", "c1").announced()).containsExactly("operation.refused promote o2 too_late");
        world.answers("c1", Said.accepted("j1"));
        assertThat(promote("o3", "c1").announced()).containsExactly("operation.refused promote o3 too_late");
    }

    @Test
    void is_still_in_front_after_a_restart() {
        wait(create("c1").high(), create("c2"));
        promote("o1", "c2");

        ProjectWorld restarted = world.restarted();

        assertThat(restarted.answersCall(world.callOf("busy"), Said.rejected()).called())
                .containsExactly("c2");
        assertThat(restarted.asks("o1", new Operation.Promote("c1")).announced())
                .isEmpty();
    }

    /** The publisher of what goes before it, or its own, whichever has a use again first. */
    @ParameterizedTest
    @CsvSource({"ci, batch", "batch, ci"})
    void what_goes_before_it_is_called_when_either_publisher_has_a_use_again(String first, String second) {
        ProjectWorld shared = ProjectWorld.of(
                Limits.standard().sharing(Map.of("ci", new Sharing.Share(1, 1), "batch", new Sharing.Share(1, 1))));
        shared.arrives(create("c1").by(first));
        shared.answers("c1", Said.rejected());
        shared.passes(Duration.ofSeconds(20));
        shared.arrives(create("c2").by(second));
        shared.answers("c2", Said.rejected());
        shared.arrives(message("m1", "j1").by("batch"));
        shared.arrives(message("m2", "j1").by("ci"));
        shared.asks("o1", new Operation.Promote("m2"));

        Instant back = START.plus(CYCLE);
        assertThat(shared.nextMoment()).isEqualTo(back);
        shared.passes(Duration.between(shared.now(), back));
        assertThat(shared.wakes().called()).containsExactly("m1");
    }

    private void wait(Asked... commands) {
        world.arrives(create("busy"));
        for (Asked command : commands) {
            world.arrives(command);
        }
    }

    private Step promote(String operationId, String commandId) {
        return world.asks(operationId, new Operation.Promote(commandId));
    }

    private List<String> sentInTheEnd() {
        List<String> sent = new ArrayList<>();
        String busy = "busy";
        while (true) {
            List<String> called = world.answers(busy, Said.rejected()).called();
            if (called.isEmpty()) {
                return sent;
            }
            busy = called.getFirst();
            sent.add(busy);
        }
    }

    private static int positionOf(Step arrived) {
        return arrived.events().stream()
                .map(StatusEvent::queue)
                .filter(Objects::nonNull)
                .map(StatusEvent.QueuePlace::position)
                .findFirst()
                .orElseThrow();
    }
}
