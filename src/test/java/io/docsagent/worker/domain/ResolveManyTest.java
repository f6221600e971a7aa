package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.guarantee.DecisionsAreBounded;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An operator says of many commands of unknown outcome that the service did not take them. */
class ResolveManyTest {

    private static final int MANY = 10_000;

    private ProjectWorld world =
            ProjectWorld.of(Limits.standard().capacity(1_000).inFlight(1_000));

    @Test
    void each_ends_as_rejected_and_the_answer_counts_them() {
        unknown(create("c1"));
        unknown(create("c2"));
        ended(create("c3"));

        Step step = resolve("o1", false);

        assertThat(step.announced())
                .containsExactly(
                        "command.rejected c1 not_taken",
                        "command.rejected c2 not_taken",
                        "operation.done resolve o1 2");
        assertThat(skipped(step)).isZero();
        assertThat(world.record("c1").state()).isEqualTo(CommandState.REJECTED);
        assertThat(world.record("c3").state()).isEqualTo(CommandState.ACCEPTED);
    }

    @Test
    void
            each_is_sent_again_in_the_order_in_which_they_ended_and_not_before_the_service_can_take_the_first_call_no_more() {
        unknown(create("c1"));
        world.passes(Duration.ofSeconds(1));
        unknown(create("c2"));

        Step step = resolve("o1", true);

        assertThat(step.announced()).containsExactly("operation.done resolve o1 2");
        assertThat(step.called()).isEmpty();
        assertThat(world.record("c1").state()).isEqualTo(CommandState.QUEUED);
        world.passes(Duration.ofMinutes(12));
        assertThat(world.wakes().called()).containsExactly("c1", "c2");
    }

    @Test
    void only_those_that_ended_before() {
        unknown(create("c1"));
        world.passes(Duration.ofMinutes(1));
        Instant between = world.now();
        unknown(create("c2"));

        Step step = resolve("o1", new Operation.ResolveMany(false, between, null));

        assertThat(step.announced()).containsExactly("command.rejected c1 not_taken", "operation.done resolve o1 1");
    }

    @Test
    void when_they_ended_does_not_change_with_the_retention() {
        Limits limits = Limits.standard().capacity(1_000);
        world.settings(limits.retention(Duration.ofDays(2)));
        world.passes(Duration.ofHours(5));
        unknown(create("c1"));
        Instant before = world.now().minus(Duration.ofHours(1));

        world.settings(limits.retention(Duration.ofDays(7)));
        assertThat(resolve("o1", new Operation.ResolveMany(false, before, null)).announced())
                .containsExactly("operation.done resolve o1 0");
        world.settings(limits.retention(Duration.ofHours(1)));
        assertThat(resolve("o2", false).announced())
                .containsExactly("command.rejected c1 not_taken", "operation.done resolve o2 1");
    }

    @Test
    void only_those_of_a_publisher() {
        unknown(create("c1").by("nightly"));
        unknown(create("c2"));

        Step step = resolve("o1", new Operation.ResolveMany(false, null, "nightly"));

        assertThat(step.announced()).containsExactly("command.rejected c1 not_taken", "operation.done resolve o1 1");
    }

    @Test
    void what_cannot_be_sent_again_is_counted_and_stays_unknown() {
        unknown(create("c1").expiresAt(world.now().plus(Duration.ofMinutes(5))));
        unknown(create("c2"));

        Step step = resolve("o1", true);

        assertThat(step.announced()).containsExactly("operation.done resolve o1 1");
        assertThat(skipped(step)).isOne();
        assertThat(world.record("c1").state()).isEqualTo(CommandState.UNKNOWN);
        assertThat(resolve("o2", false).announced())
                .containsExactly("command.rejected c1 not_taken", "operation.done resolve o2 1");
    }

    @Test
    void messages_are_resolved_like_creates() {
        ended(create("c1"));
        unknown(message("m1", "j-c1"));

        assertThat(resolve("o1", false).announced())
                .containsExactly("command.rejected m1 not_taken", "operation.done resolve o1 1");
    }

    @Test
    void none_is_an_answer_too() {
        ended(create("c1"));

        assertThat(resolve("o1", true).announced()).containsExactly("operation.done resolve o1 0");
        assertThat(resolve("o1", true).announced()).isEmpty();
    }

    @Test
    void nothing_is_known_of_the_project() {
        assertThat(resolve("o1", true).announced()).containsExactly("operation.refused resolve o1 unknown_project");
    }

    @Test
    void an_answer_that_arrives_afterwards_counts() {
        unknown(create("c1"));
        resolve("o1", false);

        assertThat(world.answers("c1", Said.accepted("j1")).announced()).containsExactly("job.active c1 j1");
    }

    @Test
    void ten_thousand_are_resolved_in_slices_and_nothing_is_sent_between_them() {
        manyUnknown();
        DecisionsAreBounded bounded = new DecisionsAreBounded();

        Step step = resolve("o1", false);
        assertThat(world.arrives(create("later")).called()).isEmpty();
        int slices = 2;
        while (done(step) == null) {
            bounded.after(world, step);
            assertThat(step.called()).isEmpty();
            assertThat(world.nextMoment()).isNotNull();
            if (slices == 3) {
                world = world.restarted();
                assertThat(resolve("o2", false).announced()).contains("operation.refused resolve o2 busy");
            }
            step = world.runToNextMoment();
            slices++;
        }

        assertThat(Objects.requireNonNull(done(step)).affected()).isEqualTo(MANY);
        assertThat(slices).isGreaterThanOrEqualTo(MANY / 500);
        assertThat(step.called()).containsExactly("later");
    }

    @Test
    void ten_thousand_are_sent_again_as_far_as_the_queue_has_room() {
        manyUnknown();
        world.settings(Limits.standard().queue(4_000));
        DecisionsAreBounded bounded = new DecisionsAreBounded();

        Step step = resolve("o1", true);
        while (done(step) == null) {
            bounded.after(world, step);
            step = world.runToNextMoment();
        }

        StatusEvent.OperationAnswer answer = Objects.requireNonNull(done(step));
        assertThat(answer.affected()).isEqualTo(4_000);
        assertThat(answer.skipped()).isEqualTo(MANY - 4_000);
        assertThat(world.commandsKept()).isEqualTo(4_000);
    }

    @Test
    void large_prompts_make_smaller_slices() {
        for (int i = 0; i < 40; i++) {
            unknown(create("c" + i).prompt("x".repeat(200_000) + " prompt of c" + i));
        }

        Step step = resolve("o1", false);

        assertThat(done(step)).isNull();
        assertThat(step.events()).hasSizeLessThan(10);
        int slices = 1;
        while (done(step) == null) {
            step = world.runToNextMoment();
            slices++;
        }
        assertThat(slices).isGreaterThan(4);
        assertThat(Objects.requireNonNull(done(step)).affected()).isEqualTo(40);
    }

    private void manyUnknown() {
        unknown(create("c"));
        world.moreLike("c", MANY - 1);
    }

    private void unknown(Asked asked) {
        world.arrives(asked);
        world.answers(String.valueOf(asked.command().commandId()), Said.unknown());
    }

    private void ended(Asked asked) {
        String commandId = String.valueOf(asked.command().commandId());
        world.arrives(asked);
        world.answers(commandId, Said.accepted("j-" + commandId));
    }

    private Step resolve(String operationId, boolean repeat) {
        return resolve(operationId, new Operation.ResolveMany(repeat, null, null));
    }

    private Step resolve(String operationId, Operation.Action action) {
        return world.asks(operationId, action);
    }

    private static StatusEvent.@Nullable OperationAnswer done(Step step) {
        List<StatusEvent> done = step.events().stream()
                .filter(event -> event.type() == StatusEvent.Type.OPERATION_DONE)
                .toList();
        return done.isEmpty() ? null : done.getFirst().operation();
    }

    private static int skipped(Step step) {
        return Objects.requireNonNull(Objects.requireNonNull(done(step)).skipped());
    }
}
