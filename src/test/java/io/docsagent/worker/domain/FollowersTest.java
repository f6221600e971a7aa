package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.cancel;
import static io.docsagent.worker.testkit.Asked.create;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.guarantee.DecisionsAreBounded;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** As many messages as a queue holds wait for one create, and go where it goes in decisions of a bounded size. */
@Order(2)
class FollowersTest {

    private static final int MANY = 9_000;
    private static final int LARGER_THAN_A_SLICE = (1 << 20) + 1;

    private final DecisionsAreBounded bounded = new DecisionsAreBounded();
    private final ProjectWorld world = ProjectWorld.of(Limits.standard().inFlight(1));

    @Test
    void messages_that_came_before_their_create_wait_for_it_and_go_to_its_job_in_order() {
        follow("c", MANY);

        world.arrives(create("c"));
        assertThat(settled(world.answers("c", Said.accepted("j1")))).isPositive();

        assertThat(world.commands()).allMatch(message -> "j1".equals(message.jobId()));
        assertThat(world.steps().getLast().called()).containsExactly("m0");
        world.answers("m0", Said.accepted("j1"));
        assertThat(world.steps().getLast().called()).containsExactly("m1");
    }

    @Test
    void they_do_not_end_for_lack_of_a_create_that_has_come() {
        follow("c", MANY);
        world.asks("hold", new Operation.Hold(null));
        world.arrives(create("c"));
        world.passes(Duration.ofMinutes(11));

        assertThat(settled(world.wakes())).isPositive();

        assertThat(world.announced()).noneMatch(event -> event.contains("unknown_create"));
        assertThat(world.commandsKept()).isEqualTo(MANY + 1);
    }

    /** Of 250,000 characters each: one decision handles about a million. */
    @Test
    void large_messages_that_came_before_their_create_are_not_all_read_when_it_comes() {
        for (int i = 0; i < 40; i++) {
            world.arrives(Asked.follow("m" + i, "c").prompt("p".repeat(250_000)));
        }
        world.asks("hold", new Operation.Hold(null));

        Step created = world.arrives(create("c"));

        bounded.after(world, created);
        assertThat(created.decision().changes().queue()).hasSizeLessThan(10);
        world.passes(Duration.ofMinutes(11));
        settled(world.wakes());
        assertThat(world.commandsKept()).isEqualTo(41);
    }

    @Test
    void they_go_to_the_job_of_a_create_that_is_forgotten_before_the_last_of_them_has_moved() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().inFlight(1).marks(2_501));
        for (int i = 0; i < 2_500; i++) {
            small.arrives(Asked.follow("m" + i, "c"));
        }
        small.arrives(create("c"));
        small.answers("c", Said.accepted("j1"));

        small.asks("hold", new Operation.Hold(null));
        while (!small.project().bulkTasks().isEmpty()) {
            small.runToNextMoment();
        }

        assertThat(rejectedIn(small)).isEmpty();
        assertThat(small.commands()).hasSize(2_500).allMatch(message -> "j1".equals(message.jobId()));
    }

    /** Metadata count like prompts. */
    @Test
    void messages_with_much_metadata_are_not_all_read_when_their_create_comes() {
        for (int i = 0; i < 200; i++) {
            world.arrives(Asked.follow("m" + i, "c").metadata(Map.of("k", "v".repeat(60_000))));
        }
        world.asks("hold", new Operation.Hold(null));

        Step created = world.arrives(create("c"));

        bounded.after(world, created);
        assertThat(created.decision().changes().queue()).hasSizeLessThan(30);
    }

    @Test
    void they_end_with_a_create_that_is_rejected() {
        follow("c", MANY);
        world.arrives(create("c"));

        int slices = settled(world.answers("c", Said.rejected()));

        assertThat(slices).isBetween(MANY / 500 - 1, MANY / 500 + 1);
        assertThat(rejected()).isEqualTo(names("m", MANY));
        assertThat(world.commandsKept()).isZero();
    }

    @Test
    void one_that_arrives_while_they_end_is_rejected_too_and_nothing_is_sent_before_the_last_has_ended() {
        follow("c", MANY);
        world.arrives(create("c"));
        world.answers("c", Said.rejected());

        Step late = world.arrives(Asked.follow("late", "c"));
        assertThat(late.announced()).contains("command.rejected late create_failed");
        assertThat(world.arrives(create("other")).called()).isEmpty();
        int slices = settled(world.steps().getLast());

        assertThat(slices).isPositive();
        assertThat(world.steps().getLast().called()).containsExactly("other");
    }

    @Test
    void they_go_behind_the_create_that_took_the_place_of_theirs() {
        world.asks("hold", new Operation.Hold(null));
        world.arrives(create("older").replacing("k"));
        follow("newer", MANY);

        assertThat(settled(world.arrives(create("newer").replacing("k")))).isPositive();
        world.asks("resume", new Operation.Resume());
        assertThat(world.steps().getLast().called()).containsExactly("newer");
        settled(world.answers("newer", Said.accepted("j1")));

        assertThat(world.commands()).hasSize(MANY).allMatch(message -> "j1".equals(message.jobId()));
    }

    @Test
    void a_create_that_is_cancelled_while_they_go_behind_it_takes_them_along() {
        world.asks("hold", new Operation.Hold(null));
        world.arrives(create("older").replacing("k"));
        follow("newer", MANY);
        world.arrives(create("newer").replacing("k"));

        settled(world.arrives(cancel("newer")));

        assertThat(world.commandsKept()).isZero();
        assertThat(rejected()).containsExactlyInAnyOrderElementsOf(names("m", MANY));
    }

    @Test
    void an_operators_cancel_of_their_create_is_answered_at_once_with_all_of_them() {
        world.asks("hold", new Operation.Hold(null));
        world.arrives(create("c"));
        follow("c", MANY);

        Step cancelled = world.asks("o1", new Operation.Cancel("c"));

        assertThat(cancelled.announced()).contains("operation.done cancel o1 " + (MANY + 1));
        assertThat(settled(cancelled)).isPositive();
        assertThat(world.commandsKept()).isZero();
    }

    @Test
    void an_operators_cancel_of_all_counts_each_once() {
        world.asks("hold", new Operation.Hold(null));
        world.arrives(create("c"));
        follow("c", MANY);

        settled(world.asks("o1", new Operation.CancelMany(null, null)));

        assertThat(world.announced()).contains("operation.done cancel o1 " + (MANY + 1));
        assertThat(world.commandsKept()).isZero();
    }

    /** Prompts are bounded by a setting, which may be larger than what one decision reads. */
    @ParameterizedTest
    @MethodSource("ends")
    void one_whose_prompt_is_larger_than_a_slice_goes_along_and_so_do_those_behind_it(Answer answer) {
        world.arrives(Asked.follow("before", "c"));
        world.arrives(Asked.follow("large", "c").prompt("x".repeat(LARGER_THAN_A_SLICE)));
        world.arrives(Asked.follow("larger", "c").prompt("y".repeat(2 * LARGER_THAN_A_SLICE)));
        follow("c", 3);
        world.arrives(create("c"));

        settled(world.answers("c", answer));

        assertThat(world.commands()).allMatch(message -> "j1".equals(message.jobId()));
        assertThat(world.commands().size() + rejected().size()).isEqualTo(6);
        assertThat(world.project().bulkTasks()).isEmpty();
    }

    static Stream<Answer> ends() {
        return Stream.of(Said.accepted("j1"), Said.rejected());
    }

    @Test
    void they_are_as_many_and_as_bounded_after_a_restart_half_way() {
        follow("c", MANY);
        world.arrives(create("c"));
        world.answers("c", Said.rejected());
        int before = world.commandsKept();

        ProjectWorld restarted = world.restarted();
        assertThat(restarted.project().isBusy()).isTrue();
        while (restarted.nextMoment() != null && restarted.commandsKept() > 0) {
            bounded.after(restarted, restarted.runToNextMoment());
        }

        assertThat(before).isPositive();
        assertThat(restarted.commandsKept()).isZero();
        assertThat(rejected().size() + rejectedIn(restarted).size()).isEqualTo(MANY);
    }

    private void follow(String create, int messages) {
        for (int i = 0; i < messages; i++) {
            world.arrives(Asked.follow("m" + i, create));
        }
    }

    /** Goes on while there is something to do at once; returns in how many decisions more. */
    private int settled(Step first) {
        bounded.after(world, first);
        int decisions = 0;
        while (world.nextMoment() != null
                && !world.nextMoment().isAfter(world.now().plusMillis(1))) {
            bounded.after(world, world.runToNextMoment());
            decisions++;
            assertThat(decisions).as("decisions without an end").isLessThan(MANY);
        }
        return decisions;
    }

    private List<String> rejected() {
        return rejectedIn(world);
    }

    private static List<String> rejectedIn(ProjectWorld world) {
        return world.announced().stream()
                .filter(event -> event.endsWith(" create_failed"))
                .map(event -> event.split(" ", -1)[1])
                .toList();
    }

    private static List<String> names(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
    }
}
