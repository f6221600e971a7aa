package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.cancel;
import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.Command.Type;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Each change of a command writes its record anew; a command that is forgotten has none. */
class CommandRecordsTest {

    private final ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1));

    private static List<Effect.PublishState> updates(Step step) {
        return step.decision().effects().stream()
                .filter(Effect.PublishState.class::isInstance)
                .map(Effect.PublishState.class::cast)
                .toList();
    }

    @Test
    void a_command_is_sent_accepted_and_gets_its_pull_request() {
        world.arrives(create("c1").high().metadata(Map.of("push", "1")));
        assertThat(world.record("c1"))
                .isEqualTo(new CommandRecord(
                        "acme",
                        "c1",
                        CommandState.SENT,
                        Type.CREATE,
                        "default",
                        Priority.HIGH,
                        START,
                        null,
                        null,
                        null,
                        1,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        Map.of("push", "1"),
                        null,
                        null,
                        START,
                        null));

        world.passes(Duration.ofSeconds(2));
        Step accepted = world.answers("c1", Said.accepted("j1"));

        CommandRecord active = world.record("c1");
        assertThat(active.state()).isEqualTo(CommandState.ACCEPTED);
        assertThat(active.jobId()).isEqualTo("j1");
        assertThat(active.status()).isEqualTo("active");
        assertThat(active.metadata()).isEqualTo(Map.of("push", "1"));
        assertThat(active.updatedAt()).isEqualTo(START.plusSeconds(2));
        assertThat(active.eventId()).isEqualTo(accepted.events().getFirst().eventId());
        assertThat(active.arrivedAt()).isEqualTo(START);

        world.sees(Said.job("j1", "completed", "https://pr"));
        assertThat(world.record("c1").status()).isEqualTo("completed");
        assertThat(world.record("c1").prLink()).isEqualTo("https://pr");
        assertThat(world.record("c1").metadata()).isEqualTo(Map.of("push", "1"));
    }

    @Test
    void one_that_waits_says_where_it_stands() {
        world.arrives(create("c0"));
        Step step = world.arrives(create("c1").notBefore(START.plus(Duration.ofDays(1))));

        CommandRecord record = world.record("c1");
        assertThat(record.state()).isEqualTo(CommandState.QUEUED);
        assertThat(record.queue())
                .isEqualTo(new QueuePlace(1, START.plus(Duration.ofDays(1)), "scheduled"))
                .isEqualTo(step.events().getFirst().queue());
        assertThat(record.notBefore()).isEqualTo(START.plus(Duration.ofDays(1)));
        assertThat(record.attempts()).isZero();
        assertThat(record.eventId()).isEqualTo(step.events().getFirst().eventId());
    }

    @Test
    void what_changes_nothing_writes_nothing() {
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));

        assertThat(updates(world.arrives(create("c1")))).isEmpty();
        assertThat(updates(world.sees(Said.job("j1", "active")))).isEmpty();
        assertThat(updates(world.arrives(create("c1").high().prompt("another"))))
                .isEmpty();
        assertThat(world.record("c1").state()).isEqualTo(CommandState.ACCEPTED);
    }

    @Test
    void each_way_to_end_has_its_state_and_reason() {
        world.arrives(create("c0"));
        world.answers("c0", Said.rejected());
        assertThat(world.record("c0").state()).isEqualTo(CommandState.REJECTED);
        assertThat(Objects.requireNonNull(world.record("c0").reason()).httpStatus())
                .isEqualTo(400);

        world.passes(Duration.ofHours(2));
        world.arrives(create("c1"));
        world.arrives(create("c2").expiresAt(world.now().plus(Duration.ofHours(2))));
        world.arrives(create("c3").metadata(Map.of("a", "b")));
        world.arrives(follow("m3", "c3"));
        world.arrives(create("c4").replacing("k"));
        world.arrives(create("c5").replacing("k"));
        world.answers("c1", Said.unknown());
        assertThat(world.record("c1").state()).isEqualTo(CommandState.UNKNOWN);
        assertThat(Objects.requireNonNull(world.record("c1").reason()).code()).isEqualTo("timeout");

        world.arrives(cancel("c3"));
        assertThat(world.record("c3").state()).isEqualTo(CommandState.CANCELLED);
        assertThat(world.record("c3").metadata()).isEqualTo(Map.of("a", "b"));
        assertThat(world.record("m3").state()).isEqualTo(CommandState.REJECTED);
        assertThat(Objects.requireNonNull(world.record("m3").reason()).code()).isEqualTo("create_failed");
        assertThat(world.record("c4").state()).isEqualTo(CommandState.SUPERSEDED);
        assertThat(world.record("c4").supersededBy()).isEqualTo("c5");
        assertThat(world.record("c5").state()).isEqualTo(CommandState.QUEUED);

        world.arrives(create("c6").expiresAt(world.now()));
        assertThat(world.record("c6").state()).isEqualTo(CommandState.EXPIRED);
        assertThat(Objects.requireNonNull(world.record("c6").reason()).code()).isEqualTo("expired");
    }

    @Test
    void a_late_answer_ends_what_was_unknown() {
        world.arrives(create("c1").metadata(Map.of("a", "b")));
        String call = world.callOf("c1");
        world.answers("c1", Said.unknown());

        world.answersCall(call, Said.accepted("j1"));

        assertThat(world.record("c1").state()).isEqualTo(CommandState.ACCEPTED);
        assertThat(world.record("c1").jobId()).isEqualTo("j1");
        assertThat(world.record("c1").reason()).isNull();
        assertThat(world.record("c1").metadata()).isEqualTo(Map.of("a", "b"));
        world.sees(Said.job("j1", "failed"));
        assertThat(world.record("c1").status()).isEqualTo("failed");
    }

    @Test
    void a_command_of_which_nothing_is_remembered_is_reported_and_has_no_record_any_more() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().capacity(1).queue(1));
        small.arrives(create("c0"));
        small.arrives(create("c1"));

        List<Effect.PublishState> updates = updates(small.arrives(create("c2").metadata(Map.of("a", "b"))));

        assertThat(updates).extracting(Effect.PublishState::commandId).containsExactly("c2", "c2");
        CommandRecord rejected = Objects.requireNonNull(updates.getFirst().command());
        assertThat(rejected.state()).isEqualTo(CommandState.REJECTED);
        assertThat(Objects.requireNonNull(rejected.reason()).code()).isEqualTo("queue_full");
        assertThat(rejected.metadata()).isEqualTo(Map.of("a", "b"));
        assertThat(updates.getLast().command()).isNull();
    }

    @Test
    void a_message_whose_create_is_never_seen_is_reported_and_has_no_record_any_more() {
        world.arrives(follow("m1", "c1"));

        List<Effect.PublishState> updates = updates(world.runToNextMoment());

        assertThat(updates).extracting(Effect.PublishState::commandId).containsExactly("m1", "m1");
        CommandRecord rejected = Objects.requireNonNull(updates.getFirst().command());
        assertThat(Objects.requireNonNull(rejected.reason()).code()).isEqualTo("unknown_create");
        assertThat(updates.getLast().command()).isNull();
    }

    @Test
    void the_record_of_one_that_is_superseded_names_the_event_that_says_so() {
        world.arrives(create("c1").replacing("k").notBefore(world.now().plusSeconds(60)));

        Step step =
                world.arrives(create("c2").replacing("k").notBefore(world.now().plusSeconds(60)));

        StatusEvent superseded = step.events().getFirst();
        assertThat(superseded.type()).isEqualTo(StatusEvent.Type.COMMAND_SUPERSEDED);
        assertThat(world.record("c1").eventId()).isEqualTo(superseded.eventId());
    }

    @Test
    void all_commands_of_a_job_follow_it_until_it_ends() {
        ProjectWorld two = ProjectWorld.standard();
        two.arrives(create("c1"));
        two.answers("c1", Said.accepted("j1"));
        two.arrives(follow("m1", "c1").metadata(Map.of("of", "m1")));
        two.answers("m1", Said.accepted("j1"));
        Step completed = two.sees(Said.job("j1", "completed", "https://pr/1"));
        assertThat(two.record("c1").eventId())
                .isEqualTo(two.record("m1").eventId())
                .isEqualTo(completed.events().getFirst().eventId());
        assertThat(two.record("c1").metadata()).isNull();
        assertThat(two.record("c1").prLink()).isEqualTo("https://pr/1");
        assertThat(two.record("m1").prLink()).isEqualTo("https://pr/1");

        two.arrives(message("m2", "j1"));
        two.answers("m2", Said.accepted("j1"));
        two.sees(Said.job("j1", "failed", "https://pr/1"));

        assertThat(two.record("m2").status()).isEqualTo("failed");
        assertThat(two.record("m1").status()).isEqualTo("completed");
        assertThat(two.record("c1").status()).isEqualTo("completed");
    }

    @Test
    void a_job_that_is_given_up_says_why() {
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));
        world.passes(Duration.ofHours(25));

        assertThat(world.wakes().announced()).contains("job.stalled c1 j1 stalled");

        CommandRecord record = world.record("c1");
        assertThat(record.state()).isEqualTo(CommandState.ACCEPTED);
        assertThat(record.status()).isEqualTo("active");
        assertThat(Objects.requireNonNull(record.reason()).code()).isEqualTo("stalled");

        world.arrives(message("m1", "j1"));
        world.answers("m1", Said.accepted("j1"));
        assertThat(world.record("m1").reason()).isNull();
    }

    @Test
    void another_command_with_its_id_leaves_the_record_as_it_is() {
        world.arrives(create("c0"));
        world.arrives(create("c1").expiresAt(START.plus(Duration.ofHours(2))).metadata(Map.of("of", "c1")));
        world.passes(Duration.ofHours(3));
        world.arrives(create("c1").prompt("another").metadata(Map.of("of", "another")));

        assertThat(world.record("c1").state()).isEqualTo(CommandState.EXPIRED);
        assertThat(world.record("c1").metadata()).isEqualTo(Map.of("of", "c1"));
    }

    @Test
    void a_record_is_deleted_when_its_command_is_forgotten() {
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));
        world.sees(Said.job("j1", "completed", "https://pr"));
        world.passes(Duration.ofDays(7));

        assertThat(updates(world.wakes())).containsExactly(new Effect.PublishState("acme", "c1", null));
        assertThat(world.records()).isEmpty();
    }

    @Test
    void the_records_of_a_project_that_makes_room_are_deleted() {
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));
        world.sees(Said.job("j1", "completed", "https://pr"));
        world.passes(Duration.ofHours(2));

        world.forgets();

        assertThat(world.records()).isEmpty();
    }

    @Test
    void one_that_is_superseded_by_one_that_is_sent_at_once() {
        world.arrives(create("c0"));
        world.answers("c0", Said.accepted("j0"));
        world.arrives(create("c1").appendedTo("k").metadata(Map.of("a", "b")));
        world.passes(Duration.ofHours(2));

        Step step = world.arrives(create("c2").appendedTo("k"));

        assertThat(step.called()).containsExactly("c2");
        assertThat(world.record("c1").state()).isEqualTo(CommandState.SUPERSEDED);
        assertThat(world.record("c2").state()).isEqualTo(CommandState.SENT);
    }

    @Test
    void a_cancel_has_no_record() {
        world.arrives(cancel("c9"));

        assertThat(world.records()).isEmpty();
    }
}
