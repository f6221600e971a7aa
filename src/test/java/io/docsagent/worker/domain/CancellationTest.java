package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.cancel;
import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What waits is taken back and costs no use; what may have reached the service is not touched. */
class CancellationTest {

    private static final Duration CREATE_WAIT = Duration.ofMinutes(10);

    /** One use, which c0 has. */
    private final ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1));

    @Test
    void what_waits_is_cancelled_and_never_sent() {
        world.arrives(create("c0"));
        world.arrives(create("c1"));

        Step cancelled = world.arrives(cancel("c1").because("not wanted any more"));

        assertThat(cancelled.announced()).containsExactly("command.cancelled c1 cancelled");
        assertThat(reason(cancelled)).isEqualTo("not wanted any more");
        assertThat(cancelled.counted()).containsExactly("cancelled");
        world.answers("c0", Said.accepted("j0"));
        world.passes(Duration.ofHours(2));
        assertThat(world.wakes().called()).isEmpty();
        assertThat(world.commandsKept()).isZero();
    }

    @Test
    void what_waits_to_be_sent_again_is_cancelled() {
        world.arrives(create("c1"));
        world.answers("c1", Said.notSent());

        assertThat(world.arrives(cancel("c1")).announced()).containsExactly("command.cancelled c1 cancelled");
        assertThat(world.available()).isEqualTo(1);
    }

    @Test
    void the_messages_of_a_cancelled_create_fail() {
        world.arrives(create("c0"));
        world.arrives(create("c1"));
        world.arrives(follow("m1", "c1"));

        assertThat(world.arrives(cancel("c1")).announced())
                .containsExactly("command.cancelled c1 cancelled", "command.rejected m1 create_failed");
        assertThat(world.arrives(follow("m2", "c1")).announced()).containsExactly("command.rejected m2 create_failed");
    }

    @Test
    void a_message_among_others_of_its_job_is_cancelled() {
        ProjectWorld standard = ProjectWorld.standard();
        standard.arrives(message("m1", "j1"));
        standard.arrives(message("m2", "j1"));
        standard.arrives(message("m3", "j1"));

        assertThat(standard.arrives(cancel("m2")).announced()).containsExactly("command.cancelled m2 cancelled");
        assertThat(standard.answers("m1", Said.accepted("j1")).called()).containsExactly("m3");
    }

    static Stream<Arguments> tooLate() {
        return Stream.of(
                course("sent", world -> {}),
                course("accepted j1 active", world -> world.answers("c1", Said.accepted("j1"))),
                course("rejected", world -> world.answers("c1", Said.rejected())),
                course("unknown", world -> world.answers("c1", Said.unknown())),
                course("cancelled", world -> {
                    world.answers("c1", Said.unauthorized());
                    world.arrives(cancel("c1"));
                }));
    }

    private static Arguments course(String original, Consumer<ProjectWorld> course) {
        return arguments(original, course);
    }

    @ParameterizedTest
    @MethodSource("tooLate")
    void what_is_in_flight_or_has_ended_is_not_touched(String original, Consumer<ProjectWorld> course) {
        world.arrives(create("c1"));
        course.accept(world);
        int kept = world.commandsKept();

        Step late = world.arrives(cancel("c1"));

        assertThat(late.announced()).containsExactly("command.rejected " + original + " too_late");
        assertThat(Objects.requireNonNull(late.events().getFirst().original()).commandId())
                .isEqualTo("c1");
        assertThat(world.commandsKept()).isEqualTo(kept);
    }

    @Test
    void what_an_earlier_send_may_have_brought_to_the_service_ends_as_unknown() {
        ProjectWorld atLeastOnce = ProjectWorld.of(Limits.standard().atLeastOnce(3));
        atLeastOnce.arrives(create("c1"));
        atLeastOnce.answers("c1", Said.unknown());

        assertThat(atLeastOnce.arrives(cancel("c1")).announced())
                .containsExactly("command.unknown c1 no_trace", "command.rejected unknown too_late");
    }

    @Test
    void what_has_not_been_seen_is_cancelled_when_it_arrives() {
        Step waits = world.arrives(cancel("c1").because("withdrawn"));
        assertThat(waits.announced()).isEmpty();
        assertThat(waits.counted()).containsExactly("admitted");
        world.passes(CREATE_WAIT.minusMillis(1));

        Step arrived = world.arrives(create("c1"));

        assertThat(arrived.announced()).containsExactly("command.cancelled c1 cancelled");
        assertThat(reason(arrived)).isEqualTo("withdrawn");
        assertThat(arrived.called()).isEmpty();
        assertThat(world.commandsKept()).isZero();
        assertThat(world.arrives(create("c1")).announced()).containsExactly("command.duplicate c1 cancelled");
        world.passes(Duration.ofDays(6));
        assertThat(world.arrives(create("c1")).called()).isEmpty();
    }

    @Test
    void that_holds_after_a_restart_and_for_a_message_and_for_what_has_expired() {
        world.arrives(cancel("m1"));
        world.arrives(cancel("c1"));
        world.arrives(follow("m2", "c1"));

        ProjectWorld restarted = world.restarted();

        assertThat(restarted.arrives(message("m1", "j1")).announced())
                .containsExactly("command.cancelled m1 cancelled");
        assertThat(restarted.arrives(create("c1").expiresAt(START)).announced())
                .containsExactly("command.cancelled c1 cancelled", "command.rejected m2 create_failed");
    }

    @Test
    void what_does_not_arrive_in_time_leaves_the_cancel_rejected() {
        world.arrives(cancel("c1"));

        Step over = world.runToNextMoment();

        assertThat(world.now()).isEqualTo(START.plus(CREATE_WAIT));
        assertThat(over.announced()).containsExactly("command.rejected unknown_command");
        assertThat(over.counted()).containsExactly("rejected");
        assertThat(world.remembersHowMany()).isZero();
        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
    }

    @Test
    void a_second_cancel_of_what_has_not_been_seen_is_a_repetition() {
        world.arrives(cancel("c1"));

        assertThat(world.arrives(cancel("c1")).announced()).containsExactly("command.duplicate queued");
        assertThat(world.arrives(cancel("c1")).announced()).isEmpty();
        assertThat(world.commandsKept()).isEqualTo(1);
    }

    @Test
    void another_cancel_of_what_has_not_been_seen_is_answered_each_time() {
        world.arrives(cancel("c1"));

        Step other = world.arrives(cancel("c1").because("one reason"));
        assertThat(other.announced()).containsExactly("command.duplicate queued");
        assertThat(other.counted()).containsExactly("duplicate");
        assertThat(world.arrives(cancel("c1").because("another")).announced())
                .containsExactly("command.duplicate queued");
        assertThat(world.commandsKept()).isEqualTo(1);
    }

    @Test
    void a_cancel_that_waits_delays_nobody() {
        world.arrives(cancel("c9"));
        Step queued = world.arrives(create("c0"));
        assertThat(queued.called()).containsExactly("c0");

        Step second = world.arrives(create("c1"));

        assertThat(second.announced()).containsExactly("command.queued c1 quota");
        assertThat(Objects.requireNonNull(second.events().getFirst().queue()).position())
                .isEqualTo(1);
    }

    @Test
    void cancels_that_wait_are_bounded_like_commands() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().queue(1).inFlight(1));
        small.arrives(cancel("c1"));

        assertThat(small.arrives(cancel("c2")).announced()).containsExactly("command.rejected queue_full");
    }

    @Test
    void a_cancel_makes_no_project_where_there_is_no_room_for_one() {
        ProjectWorld full = ProjectWorld.standard();
        full.lacksRoomForProjects(true);

        assertThat(full.arrives(cancel("c1")).announced()).containsExactly("command.rejected queue_full");
        assertThat(full.ifProject()).isNull();
    }

    @Test
    void a_cancel_has_nothing_to_do_with_the_hold_or_the_probes() {
        ProjectWorld standard = ProjectWorld.standard();
        standard.arrives(cancel("c9"));
        standard.arrives(create("c1"));
        standard.answers("c1", Said.unauthorized());

        assertThat(standard.runToNextMoment().called()).containsExactly("c1");
    }

    private static String reason(Step step) {
        StatusEvent.Reason reason = step.events().getFirst().reason();
        return Objects.requireNonNull(reason).message();
    }
}
