package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An operator takes back what waits, one command or many, and nothing that the service may have. */
class CancelByOperatorTest {

    private static final Operation.Action ALL = new Operation.CancelMany(null, null);

    private final ProjectWorld world = ProjectWorld.standard();

    @Test
    void a_command_that_waits() {
        hold();
        world.arrives(create("c1"));
        world.arrives(create("c2"));

        Step step = world.asks(new Operation("o1", "alice", "wrong branch", Asked.PROJECT, new Operation.Cancel("c1")));

        assertThat(step.announced()).containsExactly("command.cancelled c1 cancelled", "operation.done cancel o1 1");
        assertThat(step.counted()).containsExactly("cancelled");
        assertThat(step.events().getFirst().reason())
                .satisfies(reason -> assertThat(reason.message()).isEqualTo("cancelled by alice: wrong branch"));
        assertThat(world.record("c1").state()).isEqualTo(CommandState.CANCELLED);
        assertThat(resumed().called()).containsExactly("c2");
    }

    @Test
    void the_messages_that_wait_for_a_cancelled_create_end_and_count() {
        hold();
        world.arrives(create("c1"));
        world.arrives(follow("m1", "c1"));

        assertThat(cancel("o1", "c1").announced())
                .containsExactly(
                        "command.cancelled c1 cancelled",
                        "command.rejected m1 create_failed",
                        "operation.done cancel o1 2");
    }

    @Test
    void a_command_that_is_not_known_is_refused() {
        assertThat(cancel("o1", "c1").announced()).containsExactly("operation.refused cancel o1 unknown_command");

        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
        assertThat(cancel("o2", "c2").announced()).containsExactly("operation.refused cancel o2 unknown_command");
    }

    @Test
    void a_command_in_flight_or_at_its_end_is_refused() {
        world.arrives(create("c1"));
        assertThat(cancel("o1", "c1").announced()).containsExactly("operation.refused cancel o1 too_late");

        world.answers("c1", Said.accepted("j1"));
        assertThat(cancel("o2", "c1").announced()).containsExactly("operation.refused cancel o2 too_late");
    }

    @Test
    void a_command_that_waits_for_a_repeat_may_have_been_taken_and_is_left_alone() {
        ProjectWorld repeating = ProjectWorld.of(Limits.standard().atLeastOnce(3));
        repeating.arrives(create("c1"));
        repeating.asks("o0", new Operation.Hold(null));
        repeating.answers("c1", Said.unknown());

        assertThat(repeating.asks("o1", new Operation.Cancel("c1")).announced())
                .containsExactly("operation.refused cancel o1 too_late");
        assertThat(repeating.asks("o2", ALL).announced()).containsExactly("operation.done cancel o2 0");
        assertThat(repeating.commandsKept()).isOne();
    }

    @Test
    void a_cancelled_command_is_remembered_and_not_cancelled_twice() {
        hold();
        world.arrives(create("c1"));
        cancel("o1", "c1");

        assertThat(cancel("o1", "c1").announced()).isEmpty();
        assertThat(cancel("o2", "c1").announced()).containsExactly("operation.refused cancel o2 too_late");
        assertThat(world.arrives(create("c1")).announced()).containsExactly("command.duplicate c1 cancelled");
    }

    @Test
    void all_that_waits_but_what_is_in_flight() {
        ProjectWorld narrow = ProjectWorld.of(Limits.standard().inFlight(1));
        narrow.arrives(create("c1"));
        narrow.arrives(create("c2"));
        narrow.arrives(message("m1", "j1"));

        assertThat(narrow.asks("o1", ALL).announced())
                .containsExactly(
                        "command.cancelled c2 cancelled",
                        "command.cancelled m1 cancelled",
                        "operation.done cancel o1 2");
        assertThat(narrow.answers("c1", Said.accepted("j2")).called()).isEmpty();
    }

    @Test
    void a_waiting_cancel_is_none_of_the_commands_that_wait() {
        hold();
        world.arrives(create("c1"));
        world.arrives(Asked.cancel("c2"));

        assertThat(world.asks("o1", ALL).announced()).endsWith("operation.done cancel o1 1");
        assertThat(world.arrives(create("c2")).announced()).containsExactly("command.cancelled c2 cancelled");
    }

    @Test
    void those_of_a_publisher() {
        hold();
        world.arrives(create("c1").by("nightly"));
        world.arrives(create("c2"));
        world.arrives(create("c3").by("nightly"));

        assertThat(many("o1", "nightly", null).announced())
                .containsExactly(
                        "command.cancelled c1 cancelled",
                        "command.cancelled c3 cancelled",
                        "operation.done cancel o1 2");
        assertThat(many("o2", "default", null).announced())
                .containsExactly("command.cancelled c2 cancelled", "operation.done cancel o2 1");
    }

    @Test
    void those_with_a_key() {
        hold();
        world.arrives(create("c1").replacing("main"));
        world.arrives(create("c2").replacing("other"));
        world.arrives(create("c3"));
        world.arrives(message("m1", "j1").replacing("main"));

        assertThat(many("o1", null, "main").announced())
                .containsExactly(
                        "command.cancelled c1 cancelled",
                        "command.cancelled m1 cancelled",
                        "operation.done cancel o1 2");
    }

    @Test
    void those_that_keep_a_key_although_they_were_too_long_to_be_coalesced() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().commandBytes(300));
        small.asks("o1", new Operation.Hold(null));
        small.arrives(create("c1").appendedTo("main").prompt("x".repeat(120)));
        small.arrives(create("c2").appendedTo("main").prompt("y".repeat(120)));
        assertThat(small.commandsKept()).isEqualTo(2);

        assertThat(small.asks("o2", new Operation.CancelMany(null, "main")).announced())
                .containsExactly(
                        "command.cancelled c1 cancelled",
                        "command.cancelled c2 cancelled",
                        "operation.done cancel o2 2");
    }

    @Test
    void those_that_arrived_before_the_topic_was_recreated() {
        world.offset(1_000);
        hold();
        world.arrives(create("c1"));
        world.offset(0);
        world.passes(Duration.ofMillis(1));
        world.arrives(create("c2"));

        assertThat(world.asks("o1", ALL).announced())
                .containsExactly(
                        "command.cancelled c1 cancelled",
                        "command.cancelled c2 cancelled",
                        "operation.done cancel o1 2");
    }

    @Test
    void those_that_arrived_before_the_topic_was_recreated_in_all_slices() {
        ProjectWorld narrow = crowded(700);
        narrow.offset(0);
        narrow.passes(Duration.ofMillis(1));
        narrow.asks("o1", ALL);
        narrow.offset(1_000);

        assertThat(narrow.wakes().announced()).endsWith("operation.done cancel o1 699");
        assertThat(narrow.commandsKept()).isOne();
    }

    @Test
    void none_is_done_too_but_a_project_that_is_not_known_is_refused() {
        assertThat(world.asks("o1", ALL).announced()).containsExactly("operation.refused cancel o1 unknown_project");

        world.arrives(create("c1"));
        assertThat(world.asks("o2", ALL).announced()).containsExactly("operation.done cancel o2 0");
    }

    @Test
    void many_are_cancelled_in_slices_with_nothing_sent_before_the_last_one() {
        ProjectWorld narrow = crowded(1_200);

        Step first = narrow.asks("o1", ALL);
        assertThat(first.events()).hasSize(500);
        assertThat(first.nextMoment()).isEqualTo(narrow.now().plusMillis(1));
        Step answered = narrow.answers("c0", Said.accepted("j1"));
        assertThat(answered.called()).isEmpty();
        assertThat(answered.events()).hasSize(501);
        assertThat(narrow.arrives(create("late")).called()).containsExactly("late");
        Step last = narrow.steps().getLast();

        assertThat(last.announced()).contains("operation.done cancel o1 1199").hasSize(200);
        assertThat(narrow.project().bulkTasks()).isEmpty();
    }

    @Test
    void the_larger_the_prompts_the_fewer_at_once() {
        ProjectWorld narrow = crowded(1);
        int characters = 200_000;
        for (int i = 0; i < 9; i++) {
            narrow.arrives(create("large" + i).prompt("x".repeat(characters)));
        }

        Step first = narrow.asks("o1", ALL);
        assertThat(first.events()).as("for a little over a million characters").hasSize(6);
        Step last = narrow.wakes();

        assertThat(last.announced()).contains("operation.done cancel o1 9").hasSize(4);
    }

    @Test
    void what_arrives_or_takes_a_place_while_they_are_cancelled_is_left() {
        ProjectWorld narrow = crowded(600);
        narrow.arrives(create("old").replacing("main"));

        narrow.asks("o1", ALL);
        Step newer = narrow.arrives(create("new").replacing("main"));

        assertThat(newer.announced())
                .contains("command.cancelled old cancelled")
                .contains("operation.done cancel o1 600");
        assertThat(narrow.commands())
                .extracting(each -> each.command().commandId())
                .containsExactly("c0", "new");
    }

    @Test
    void a_newcomer_in_an_older_ones_place_did_not_arrive_before() {
        ProjectWorld narrow = crowded(1_100);
        narrow.arrives(create("old").replacing("main"));
        narrow.asks("o1", ALL);

        narrow.arrives(create("new").replacing("main"));
        narrow.wakes();

        assertThat(narrow.announced())
                .contains("command.superseded old by new", "operation.done cancel o1 1099")
                .doesNotContain("command.cancelled old cancelled");
        assertThat(narrow.commands())
                .extracting(each -> each.command().commandId())
                .containsExactly("c0", "new");
    }

    @Test
    void it_goes_on_after_a_restart() {
        ProjectWorld narrow = crowded(700);
        narrow.asks("o1", ALL);

        ProjectWorld restarted = narrow.restarted();
        assertThat(restarted.project().isBusy()).isTrue();
        Step woken = restarted.runToNextMoment();

        assertThat(woken.announced()).endsWith("operation.done cancel o1 699");
        assertThat(restarted.commandsKept()).isOne();
    }

    @Test
    void a_second_one_is_refused_while_the_first_goes_on_and_the_first_is_not_begun_again() {
        ProjectWorld narrow = crowded(1_700);
        narrow.asks("o1", ALL);

        assertThat(narrow.asks("o1", ALL).announced()).hasSize(500).doesNotContain("operation.refused cancel o1 busy");
        assertThat(narrow.asks("o2", ALL).announced()).contains("operation.refused cancel o2 busy");
        assertThat(narrow.wakes().announced()).contains("operation.done cancel o1 1699");
    }

    @Test
    void what_becomes_due_meanwhile_waits_for_it() {
        ProjectWorld narrow = ProjectWorld.of(Limits.standard().inFlight(1));
        narrow.arrives(create("c0"));
        for (int i = 1; i <= 1_100; i++) {
            narrow.arrives(create("c" + i).expiresAt(START.plus(Duration.ofHours(2))));
        }
        narrow.asks("o1", ALL);
        narrow.passes(Duration.ofHours(2));

        assertThat(narrow.wakes().announced()).hasSize(500).allMatch(event -> event.startsWith("command.cancelled"));
        assertThat(narrow.wakes().announced()).endsWith("operation.done cancel o1 1100");
    }

    /** One in flight, and the others waiting. */
    private static ProjectWorld crowded(int commands) {
        ProjectWorld narrow = ProjectWorld.of(Limits.standard().inFlight(1));
        for (int i = 0; i < commands; i++) {
            narrow.arrives(create("c" + i));
        }
        return narrow;
    }

    private Step cancel(String operationId, String commandId) {
        return world.asks(operationId, new Operation.Cancel(commandId));
    }

    private Step many(String operationId, @Nullable String publisher, @Nullable String key) {
        return world.asks(operationId, new Operation.CancelMany(publisher, key));
    }

    private void hold() {
        world.asks("hold", new Operation.Hold(null));
    }

    private Step resumed() {
        return world.asks("resume", new Operation.Resume());
    }
}
