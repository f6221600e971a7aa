package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.wire.Identity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a waiting command rests on is not forgotten, and what guards against sending twice is forgotten last. */
class ForgettingTest {

    private static final Duration RETENTION = Duration.ofMinutes(10);
    private static final Duration LATE = Duration.ofMinutes(4);

    /** One use, which c0 has, and c2 waits in the place of c1. */
    private static ProjectWorld superseded(Limits limits) {
        ProjectWorld world = ProjectWorld.of(limits.capacity(1));
        world.arrives(create("c0"));
        world.answers("c0", Said.accepted("j0"));
        world.arrives(create("c1").replacing("k"));
        world.arrives(create("c2").replacing("k"));
        return world;
    }

    private static ProjectWorld afterTheRetention() {
        ProjectWorld world = superseded(Limits.standard().retention(RETENTION));
        world.passes(RETENTION);
        world.wakes();
        return world;
    }

    private static void sendNext(ProjectWorld world) {
        world.passes(Duration.ofHours(1).plusSeconds(1));
        world.wakes();
    }

    @Test
    void a_create_whose_place_is_taken_is_known_as_long_as_the_command_in_its_place_waits() {
        ProjectWorld world = afterTheRetention();

        assertThat(world.remembers("c0")).isFalse();
        assertThat(world.arrives(create("c1").replacing("k")).announced())
                .containsExactly("command.duplicate c1 superseded c2");
        assertThat(world.commandsKept()).isEqualTo(1);
    }

    @Test
    void a_place_that_is_left_by_a_message_whose_create_is_never_seen_is_forgotten_in_time() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().retention(RETENTION));
        world.arrives(follow("m1", "c1").replacing("k"));
        world.arrives(follow("m2", "c1").replacing("k"));
        assertThat(world.runToNextMoment().announced()).containsExactly("command.rejected m2 unknown_create");

        world.passes(RETENTION);
        world.wakes();

        assertThat(world.remembers("m1")).isFalse();
    }

    @Test
    void one_of_unknown_outcome_that_is_accepted_late_is_remembered_from_its_first_end_on() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().retention(RETENTION));
        world.arrives(create("c1"));
        world.answers("c1", Said.unknown());
        world.passes(LATE);
        world.answers("c1", Said.accepted("j1"));

        world.passes(RETENTION.minus(LATE));
        world.wakes();

        assertThat(world.remembers("c1")).isFalse();
    }

    @Test
    void one_that_was_resolved_as_not_taken_and_is_accepted_late_is_remembered_from_then_on() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().retention(RETENTION));
        world.arrives(create("c1"));
        world.answers("c1", Said.unknown());
        world.asks("o1", new Operation.ResolveNotTaken("c1", false));
        world.passes(LATE);
        world.answers("c1", Said.accepted("j1"));

        world.passes(RETENTION.minusMillis(1));
        world.wakes();
        assertThat(world.remembers("c1")).isTrue();
        world.passes(Duration.ofMillis(1));
        world.wakes();
        assertThat(world.remembers("c1")).isFalse();
    }

    @Test
    void a_message_that_names_it_goes_to_the_job_of_the_one_in_its_place() {
        ProjectWorld world = afterTheRetention();
        world.arrives(follow("m1", "c1"));
        world.passes(Duration.ofMinutes(11));
        world.wakes();

        sendNext(world);
        world.answers("c2", Said.accepted("j2"));
        sendNext(world);

        assertThat(world.announced()).doesNotContain("command.rejected m1 unknown_create");
        assertThat(world.steps().getLast().calls().getFirst().jobId()).isEqualTo("j2");
    }

    @Test
    void it_is_forgotten_after_the_command_in_its_place_has_ended() {
        ProjectWorld world = afterTheRetention();
        sendNext(world);
        world.answers("c2", Said.accepted("j2"));

        world.passes(RETENTION.minusMillis(1));
        world.wakes();
        assertThat(world.arrives(create("c1").replacing("k")).announced())
                .containsExactly("command.duplicate c1 superseded c2 j2 active");
        world.passes(Duration.ofMillis(1));
        world.wakes();
        assertThat(world.remembers("c1")).isFalse();
    }

    @Test
    void a_place_that_was_taken_again_and_again_keeps_its_first_command_alone() {
        ProjectWorld world = superseded(Limits.standard().retention(RETENTION));
        world.arrives(create("c3").replacing("k"));
        world.arrives(create("c4").replacing("k"));

        world.passes(RETENTION);
        world.wakes();

        assertThat(world.remembers("c1")).isTrue();
        assertThat(world.remembers("c2")).isFalse();
        assertThat(world.remembers("c3")).isFalse();
        assertThat(world.arrives(create("c1").replacing("k")).announced())
                .containsExactly("command.duplicate c1 superseded c2");
    }

    @Test
    void it_is_not_forgotten_early_either() {
        ProjectWorld world = superseded(Limits.standard().marks(3));

        assertThat(world.arrives(create("other")).announced()).containsExactly("command.queued other quota");

        assertThat(world.remembers("c0")).isFalse();
        assertThat(world.arrives(create("c1").replacing("k")).announced())
                .containsExactly("command.duplicate c1 superseded c2");
        assertThat(world.arrives(create("one more")).announced())
                .containsExactly("command.rejected one more queue_full");
    }

    @Test
    void a_command_that_would_take_a_place_is_refused_where_the_one_there_cannot_be_remembered() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1).marks(2));
        world.arrives(create("c0"));
        world.arrives(create("c1").replacing("k"));

        assertThat(world.arrives(create("c2").replacing("k")).announced())
                .containsExactly("command.rejected c2 queue_full");

        world.answers("c0", Said.accepted("j0"));
        assertThat(world.arrives(create("c2").replacing("k")).announced()).startsWith("command.superseded c1 by c2");
        assertThat(world.arrives(create("c3").replacing("k")).announced()).startsWith("command.superseded c2 by c3");
        assertThat(world.remembersHowMany()).isEqualTo(2);
    }

    @Test
    void a_place_in_which_two_places_meet_keeps_the_lane_that_it_has() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().retention(RETENTION));
        world.arrives(create("a"));
        world.answers("a", Said.accepted("ja"));
        world.asks("o1", new Operation.Hold(null));
        world.arrives(create("o").replacing("k"));
        world.arrives(create("p").replacing("k"));
        world.asks("o2", new Operation.Resume());
        world.asks("o3", new Operation.Hold(null));
        world.arrives(create("q").replacing("k"));
        world.arrives(create("r").replacing("k"));
        world.answers("p", Said.notSent());

        world.passes(RETENTION);
        world.wakes();

        assertThat(world.commandsKept()).isEqualTo(1);
        assertThat(world.remembers("o")).isTrue();
        assertThat(world.remembers("q")).isFalse();
        assertThat(world.arrives(create("o").replacing("k")).announced())
                .containsExactly("command.duplicate o superseded p");
        assertThat(world.commands().getFirst().identity()).isEqualTo(Identity.ofCommandId("r"));
    }

    @Test
    void a_watcher_does_not_push_out_what_was_sent() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1).marks(20));
        world.arrives(create("sent"));
        world.answers("sent", Said.accepted("j0"));
        for (int push = 0; push < 100; push++) {
            world.passes(Duration.ofSeconds(1));
            world.arrives(create("push" + push).replacing("watched"));
        }

        assertThat(world.remembersHowMany()).isEqualTo(20);
        assertThat(world.arrives(create("sent")).announced())
                .containsExactly("command.duplicate sent accepted j0 active");
    }

    @Test
    void what_reached_the_service_is_forgotten_last_and_each_group_from_the_oldest_on() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().marks(5));
        world.arrives(create("accepted"));
        world.answers("accepted", Said.accepted("j1"));
        world.arrives(create("unknown"));
        world.answers("unknown", Said.unknown());
        world.passes(Duration.ofSeconds(1));
        world.arrives(create("refused"));
        world.answers("refused", Said.rejected());
        world.passes(Duration.ofSeconds(1));
        world.arrives(message("expired", "j1").expiresAt(world.now()));
        world.asks("held", new Operation.Resume());

        assertThat(forgottenBy(world, "n1")).isEqualTo("expired");
        assertThat(forgottenBy(world, "n2")).isEqualTo("refused");
        assertThat(forgottenBy(world, "n3")).isEqualTo("the operation");
        assertThat(forgottenBy(world, "n4")).isEqualTo("accepted");
        assertThat(forgottenBy(world, "n5")).isEqualTo("unknown");
        assertThat(world.arrives(create("n6")).announced()).containsExactly("command.rejected n6 queue_full");
    }

    private static String forgottenBy(ProjectWorld world, String newcomer) {
        List<String> before = remembered(world);
        var step = world.arrives(create(newcomer));
        assertThat(step.decision().effects())
                .filteredOn(Effect.Count.class::isInstance)
                .extracting(each -> ((Effect.Count) each).code())
                .contains("mark_forgotten_early");
        before.removeAll(remembered(world));
        return before.isEmpty() ? "the operation" : before.getFirst();
    }

    private static List<String> remembered(ProjectWorld world) {
        return new ArrayList<>(Stream.of("accepted", "unknown", "refused", "expired")
                .filter(world::remembers)
                .toList());
    }
}
