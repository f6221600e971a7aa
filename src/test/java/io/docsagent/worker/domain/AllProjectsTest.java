package io.docsagent.worker.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.state.Installation;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.InstallationWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.wire.ContentHash;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An operation that concerns all projects is carried out by each partition, in one order, and answered once. */
class AllProjectsTest {

    private final InstallationWorld world = new InstallationWorld(12);

    @Test
    void is_answered_when_all_partitions_have_carried_it_out_with_what_waits_in_all_of_them() {
        IntStream.range(0, 12).forEach(partition -> world.waits(partition, partition));
        world.asks("o1", new Operation.Hold(null));

        world.processesAllBut(7);
        assertThat(world.announced()).isEmpty();
        world.processesAll();

        assertThat(world.announced()).containsExactly("operation.done hold o1 66");
        assertThat(world.woken()).isEqualTo(12);
    }

    @Test
    void events_name_no_project() {
        world.asks("o1", new Operation.Hold(null));
        world.processesAll();

        assertThat(world.events()).singleElement().satisfies(event -> {
            assertThat(event.projectId()).isEqualTo(".");
            assertThat(event.subject()).isEqualTo(".");
        });
    }

    @Test
    void the_same_operation_again_does_and_says_nothing_for_seven_days() {
        world.asks("o1", new Operation.Hold(null));
        world.asks("o1", new Operation.Hold(null));
        world.processesAll();
        world.asks("o2", new Operation.Resume());
        world.asks("o1", new Operation.Hold(null));
        world.processesAll();

        assertThat(world.announced()).containsExactly("operation.done hold o1 0", "operation.done resume o2 0");
        assertThat(world.holds()).containsOnlyNulls();
        world.passes(Duration.ofDays(7));
        world.asks("o1", new Operation.Hold(null));
        world.processesAll();
        assertThat(world.holds()).doesNotContainNull();
    }

    @Test
    void a_resume_may_follow_a_hold_that_is_still_going_on() {
        world.asks("o1", new Operation.Hold(null));
        world.asks("o2", new Operation.Resume());
        world.asks("o3", new Operation.Resume());
        world.processesAll();

        assertThat(world.announced())
                .containsExactlyInAnyOrder(
                        "operation.refused resume o3 not_held",
                        "operation.done hold o1 0",
                        "operation.done resume o2 0");
        assertThat(world.holds()).containsOnlyNulls();
    }

    @Test
    void few_are_going_on_at_once() {
        for (int i = 0; i <= AllProjects.MOST_GOING_ON; i++) {
            world.asks("o" + i, new Operation.Hold(null));
        }
        world.processesAllBut(3);

        assertThat(world.announced()).containsExactly("operation.refused hold o8 busy");
        world.processesAll();
        world.asks("o9", new Operation.Hold(null));
        world.processesAll();
        assertThat(world.announced()).contains("operation.done hold o7 0", "operation.done hold o9 0");
    }

    @Test
    void a_bounded_number_is_remembered_the_latest_ones() {
        for (int i = 0; i <= AllProjects.MOST_REMEMBERED; i++) {
            world.passes(Duration.ofSeconds(1));
            world.asks("o" + i, new Operation.Hold(null));
            world.processesAll();
        }
        int before = world.events().size();

        world.asks("o1", new Operation.Hold(null));
        world.processesAll();
        assertThat(world.events()).hasSize(before);
        world.asks("o0", new Operation.Hold(null));
        world.processesAll();
        assertThat(world.events()).hasSize(before + 1);
        assertThat(world.home().operations()).hasSize(AllProjects.MOST_REMEMBERED);
    }

    @Test
    void a_record_that_was_applied_is_not_applied_again() {
        world.asks("o1", new Operation.Hold(null));
        world.processesAll();
        world.asks("o2", new Operation.Resume());
        world.processesAll();

        world.replays();

        assertThat(world.holds()).containsOnlyNulls();
        assertThat(world.events()).hasSize(2);
    }

    @Test
    void the_hold_says_who_asked_and_why_and_is_the_same_everywhere() {
        world.asks(new Operation("o1", "alice", "we move", Operation.ALL_PROJECTS, new Operation.Hold(null)));
        world.passes(Duration.ofSeconds(9));
        world.processesAll();

        OperatorHold hold = Objects.requireNonNull(world.holds().getFirst());
        assertThat(hold.by()).isEqualTo("alice");
        assertThat(hold.reason()).isEqualTo("we move");
        assertThat(hold.since()).isEqualTo(InstallationWorld.START);
        assertThat(world.holds()).containsOnly(hold);
    }

    /** Partitions go on at different speeds, and restart on the way; each seed is one history. */
    @Test
    void every_partition_comes_to_the_same_and_every_operation_is_answered_once() {
        for (long seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            InstallationWorld some = new InstallationWorld(1 + random.nextInt(5));
            int operations = 0;
            for (int i = 0; i < 60; i++) {
                switch (random.nextInt(6)) {
                    case 0 -> some.asks("o" + operations++, hold(random, some.now()));
                    case 1 -> some.asks("o" + operations++, new Operation.Resume());
                    case 2 -> some.asks("o" + random.nextInt(operations + 1), new Operation.Probe());
                    case 3 -> some.passes(Duration.ofMillis(random.nextInt(5_000)));
                    case 4 -> some.restarts(random.nextInt(some.partitions()));
                    default -> some.processes(random.nextInt(some.partitions()), 1 + random.nextInt(3));
                }
            }
            some.processesAll();

            List<String> answers = some.events().stream()
                    .map(event -> Objects.requireNonNull(event.operation()).operationId())
                    .toList();
            assertThat(answers).as("answers of seed %s", seed).doesNotHaveDuplicates();
            assertThat(answers).as("answers of seed %s", seed).hasSameElementsAs(some.asked());
            assertThat(some.holds().stream().distinct().toList())
                    .as("holds of seed %s", seed)
                    .hasSize(1);
            assertThat(some.home().goingOn()).as("going on of seed %s", seed).isEmpty();
        }
    }

    static List<Input> ofOneProject() {
        Command command = Asked.create("c1").command();
        return List.of(
                new Input.CommandArrived(command, Identity.ofCommandId("c1"), ContentHash.of(command), null),
                new Input.CallAnswered("docs", "call", Said.unknown()),
                Input.JobObserved.shown("docs", "j", 1, Instant.EPOCH, Said.job("j", "active")),
                new Input.WokeUp("docs", Input.WokeUp.Cause.TIME),
                new Input.ClockProbed("docs"));
    }

    @ParameterizedTest
    @MethodSource("ofOneProject")
    void what_concerns_one_project_is_none_of_its_business(Input input) {
        Instant now = Instant.parse("2026-11-21T00:00:00Z");
        var partition = new AllProjects.Partition(0, Duration.ofDays(7), null, wakes -> 0);

        assertThatThrownBy(
                        () -> AllProjects.decide(Installation.NEW, input, new LogPosition(0, 1, now, now), partition))
                .hasMessage("concerns one project, and not all: " + input.getClass());
    }

    private static Operation.Action hold(SplittableRandom random, Instant now) {
        return new Operation.Hold(random.nextBoolean() ? null : now.plusSeconds(random.nextInt(-5, 100)));
    }
}
