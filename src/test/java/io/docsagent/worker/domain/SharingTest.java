package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.domain.policy.Sharing.Share;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.ContentHash;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Publishers share a project's uses by weight, and stay within their budgets. */
class SharingTest {

    private static final Duration CYCLE = Duration.ofSeconds(3_601);
    private static final Limits ONE_AT_A_TIME = Limits.standard().inFlight(1);

    /** More in continuous integration, fewer where each mutant runs them. */
    private static final int WORLDS = Math.ceilDiv(Integer.getInteger("histories", 50), 5);

    private int jobs;

    @Test
    void publishers_with_waiting_commands_take_turns_by_weight() {
        ProjectWorld world = ProjectWorld.of(ONE_AT_A_TIME.sharing(Map.of("ci", weight(3), "batch", weight(1))));
        world.arrives(create("first"));
        arrive(world, 4, "batch");
        arrive(world, 6, "ci");

        assertThat(sentInTurn(world, "first", 10))
                .containsExactly("batch0", "ci0", "ci1", "ci2", "batch1", "ci3", "ci4", "ci5", "batch2", "batch3");
    }

    @Test
    void without_settings_the_order_of_arrival_holds_whoever_published() {
        ProjectWorld world = ProjectWorld.of(ONE_AT_A_TIME);
        world.arrives(create("first"));
        arrive(world, 3, "batch");
        arrive(world, 2, "ci");

        assertThat(sentInTurn(world, "first", 5)).containsExactly("batch0", "batch1", "batch2", "ci0", "ci1");
    }

    @Test
    void a_publisher_that_was_idle_gets_no_arrears() {
        ProjectWorld world = ProjectWorld.of(ONE_AT_A_TIME.sharing(Map.of("ci", weight(1), "batch", weight(1))));
        world.arrives(create("first"));
        arrive(world, 6, "batch");
        List<String> alone = sentInTurn(world, "first", 3);
        arrive(world, 3, "ci");

        assertThat(alone).containsExactly("batch0", "batch1", "batch2");
        assertThat(sentInTurn(world, "batch2", 6)).containsExactly("ci0", "batch3", "ci1", "batch4", "ci2", "batch5");
    }

    @Test
    void priority_comes_before_weight() {
        ProjectWorld world = ProjectWorld.of(ONE_AT_A_TIME.sharing(Map.of("ci", weight(9))));
        world.arrives(create("first"));
        world.arrives(create("ci0").by("ci"));
        world.arrives(create("batch0").by("batch").high());

        assertThat(sentInTurn(world, "first", 2)).containsExactly("batch0", "ci0");
    }

    @Test
    void the_order_of_a_job_comes_before_weight() {
        ProjectWorld world = ProjectWorld.of(ONE_AT_A_TIME.sharing(Map.of("ci", weight(9))));
        world.arrives(create("first"));
        world.arrives(message("batch0", "j").by("batch"));
        world.arrives(message("ci0", "j").by("ci"));

        assertThat(sentInTurn(world, "first", 2)).containsExactly("batch0", "ci0");
    }

    @Test
    void what_was_not_sent_is_not_charged() {
        ProjectWorld world =
                ProjectWorld.of(Limits.standard().inFlight(1).sharing(Map.of("ci", weight(1), "batch", weight(1))));
        world.arrives(create("first"));
        arrive(world, 2, "batch");
        arrive(world, 2, "ci");
        assertThat(world.answers("first", Said.accepted("j")).called()).containsExactly("batch0");

        assertThat(world.answers("batch0", Said.noSlot()).called()).containsExactly("batch0");
        assertThat(sentInTurn(world, "batch0", 3)).containsExactly("ci0", "batch1", "ci1");
    }

    @Test
    void what_was_not_sent_is_given_back_at_the_priority_that_was_charged() {
        ProjectWorld world = ProjectWorld.of(ONE_AT_A_TIME.sharing(Map.of("ci", weight(1), "batch", weight(1))));
        world.arrives(create("first"));
        world.arrives(message("ci0", "j").by("ci").low());
        world.arrives(message("ci1", "j").by("ci").high());
        world.arrives(create("ci2").by("ci").high());
        world.arrives(create("batch0").by("batch").high());
        // It goes at the priority of what waits behind it in its job.
        assertThat(world.answers("first", Said.accepted("j1")).called()).containsExactly("ci0");

        assertThat(world.answers("ci0", Said.noSlot()).called()).containsExactly("ci0");
        assertThat(sentInTurn(world, "ci0", 3)).containsExactly("batch0", "ci1", "ci2");
    }

    @Test
    void a_promotion_out_of_turn_charges_its_publishers_share() {
        ProjectWorld world = ProjectWorld.of(ONE_AT_A_TIME.sharing(Map.of("ci", weight(1), "batch", weight(1))));
        world.arrives(create("first"));
        arrive(world, 2, "ci");
        arrive(world, 2, "batch");
        world.asks("o1", new Operation.Promote("ci1"));

        assertThat(sentInTurn(world, "first", 4)).containsExactly("ci1", "batch0", "ci0", "batch1");
    }

    @Test
    void a_probe_charges_nobodys_share() {
        ProjectWorld world = ProjectWorld.of(ONE_AT_A_TIME.sharing(Map.of("ci", weight(1), "batch", weight(1))));
        world.arrives(create("first").by("ci"));
        arrive(world, 2, "ci");
        arrive(world, 1, "batch");
        world.answers("first", Said.throttled(Duration.ofSeconds(30)));
        assertThat(world.runToNextMoment().called()).containsExactly("first");

        assertThat(sentInTurn(world, "first", 3)).containsExactly("ci0", "batch0", "ci1");
    }

    @Test
    void turns_go_on_after_a_restart() {
        ProjectWorld world = ProjectWorld.of(ONE_AT_A_TIME.sharing(Map.of("ci", weight(2), "batch", weight(1))));
        world.arrives(create("first"));
        arrive(world, 2, "batch");
        arrive(world, 4, "ci");
        assertThat(world.answers("first", Said.accepted("j")).called()).containsExactly("batch0");

        ProjectWorld restarted = world.restarted();
        restarted.arrives(create("other").low());
        assertThat(restarted
                        .answersCall(world.callOf("batch0"), Said.accepted("j0"))
                        .called())
                .containsExactly("ci0");
        assertThat(sentInTurn(restarted, "ci0", 4)).containsExactly("ci1", "batch1", "ci2", "ci3");
    }

    @Test
    void over_any_busy_stretch_the_shares_are_within_one_command_of_the_weights() {
        for (long seed = 0; seed < WORLDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Map<String, Share> sharing = new HashMap<>();
            List<String> publishers = List.of("default", "batch", "ci", "docs");
            publishers.forEach(publisher -> sharing.put(publisher, weight(1 + random.nextInt(7))));
            ProjectWorld world = ProjectWorld.of(
                    Limits.standard().capacity(1_000).inFlight(1).sharing(sharing));
            world.arrives(create("first"));
            publishers.forEach(publisher -> arrive(world, 60, publisher));

            assertSharedByWeight(sentInTurn(world, "first", 60), sharing);
        }
    }

    /** With everybody waiting all the while: between any two moments nobody is more than a command off. */
    private static void assertSharedByWeight(List<String> sent, Map<String, Share> sharing) {
        List<String> publishers =
                sent.stream().map(each -> each.replaceAll("\\d+$", "")).toList();
        for (int from = 0; from < publishers.size(); from++) {
            Map<String, Integer> counts = new HashMap<>();
            for (String publisher : publishers.subList(from, publishers.size())) {
                counts.merge(publisher, 1, Integer::sum);
                sharing.forEach((one, share) -> sharing.forEach((other, otherShare) -> {
                    double lead = counts.getOrDefault(one, 0) / (double) share.weight()
                            - counts.getOrDefault(other, 0) / (double) otherShare.weight();
                    if (lead > 1.0 / share.weight() + 1.0 / otherShare.weight() + 1e-6) {
                        throw new AssertionError(one + " is " + lead + " before " + other + " in " + sent);
                    }
                }));
            }
        }
    }

    @Test
    void nothing_of_a_turn_is_left_when_nothing_waits() {
        ProjectWorld world = ProjectWorld.of(ONE_AT_A_TIME.sharing(Map.of("ci", weight(2))));
        world.arrives(create("first"));
        arrive(world, 2, "ci");
        world.answers("first", Said.accepted("j"));
        assertThat(world.project().shares()).isNotNull();

        world.answers("ci0", Said.accepted("j0"));
        assertThat(world.project().shares()).isNull();
    }

    @Test
    void a_publisher_at_its_budget_waits_and_the_others_do_not() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().sharing(Map.of("batch", budget(2))));
        world.arrives(create("a").by("batch").high());
        world.answers("a", Said.accepted("ja"));
        world.passes(Duration.ofSeconds(30));
        world.arrives(create("b").by("batch").high());
        world.answers("b", Said.accepted("jb"));

        Step third = world.arrives(create("c").by("batch").high());
        assertThat(third.announced()).containsExactly("command.queued c budget");
        assertThat(third.place()).isEqualTo(new QueuePlace(1, START.plus(CYCLE), "budget"));
        assertThat(world.arrives(create("d").by("batch").high()).place())
                .isEqualTo(new QueuePlace(2, START.plus(CYCLE).plusSeconds(30), "budget"));
        assertThat(world.arrives(create("e").low()).called()).containsExactly("e");
        world.answers("e", Said.accepted("je"));
        assertThat(world.runToNextMoment().called()).containsExactly("c");
        assertThat(world.now()).isEqualTo(START.plus(CYCLE));
    }

    @ParameterizedTest
    @CsvSource({"batch,ci", "ci,batch"})
    void the_publisher_whose_budget_comes_back_first_is_next(String first, String second) {
        ProjectWorld world = ProjectWorld.of(Limits.standard().sharing(Map.of("batch", budget(1), "ci", budget(1))));
        world.arrives(create("a").by(first));
        world.answers("a", Said.accepted("ja"));
        world.passes(Duration.ofSeconds(30));
        world.arrives(create("b").by(second));
        world.answers("b", Said.accepted("jb"));
        world.arrives(create("of-second").by(second));
        world.arrives(create("of-first").by(first));

        assertThat(world.runToNextMoment().called()).containsExactly("of-first");
        assertThat(world.now()).isEqualTo(START.plus(CYCLE));
    }

    @Test
    void a_budget_counts_what_was_sent_before_the_settings_changed() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("a").by("batch"));
        world.answers("a", Said.accepted("ja"));

        world.settings(Limits.standard().sharing(Map.of("batch", budget(1))));

        assertThat(world.arrives(create("b").by("batch")).called()).isEmpty();
    }

    @Test
    void an_unknown_outcome_counts_for_its_publisher_until_the_straggler_time_is_over() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().sharing(Map.of("batch", budget(1))));
        world.arrives(create("a").by("batch"));
        world.answers("a", Said.unknown());
        Instant deadline = START.plusSeconds(60);

        Step next = world.arrives(create("b").by("batch"));

        assertThat(next.place())
                .isEqualTo(
                        new QueuePlace(1, deadline.plus(Duration.ofMinutes(10)).plus(CYCLE), "budget"));
    }

    @Test
    void a_call_in_flight_or_of_unknown_outcome_may_give_its_use_back_before_a_deadline() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(2).sharing(Map.of("batch", budget(1))));
        Instant soon = START.plus(Duration.ofMinutes(10));
        world.arrives(create("a").by("batch"));
        world.arrives(create("b"));
        world.answers("b", Said.unknown());

        assertThat(world.arrives(create("c").by("batch").expiresAt(soon)).announced())
                .containsExactly("command.queued c quota");
        assertThat(world.arrives(create("d").expiresAt(soon)).announced()).containsExactly("command.queued d quota");
        assertThat(world.answers("a", Said.noSlot()).called()).containsExactly("a");
    }

    @Test
    void a_deadline_that_the_budget_cannot_meet_is_refused_on_arrival() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().sharing(Map.of("batch", budget(1))));
        world.arrives(create("a").by("batch"));
        world.answers("a", Said.accepted("ja"));
        Instant back = START.plus(CYCLE);

        assertThat(world.arrives(create("b").by("batch").expiresAt(back)).announced())
                .containsExactly("command.rejected b deadline_unreachable");
        assertThat(world.arrives(create("c").expiresAt(back)).called()).containsExactly("c");
        assertThat(world.arrives(create("d").by("batch").expiresAt(back.plusMillis(1)))
                        .announced())
                .containsExactly("command.queued d budget");
    }

    @Test
    void a_command_is_recognised_by_what_was_published_whatever_priority_its_publisher_may_have() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1).sharing(Map.of("batch", weight(1))));
        world.arrives(create("first"));
        Command published = create("c").high().command();
        arriveAs(world, published, Command.Priority.LOW);
        assertThat(world.record("c").priority()).isEqualTo(Command.Priority.LOW);

        assertThat(arriveAs(world, published, Command.Priority.LOW).announced())
                .containsExactly("command.duplicate c queued");
        world.passes(Duration.ofMinutes(1));
        assertThat(arriveAs(world, published, Command.Priority.NORMAL).announced())
                .containsExactly("command.duplicate c queued");
        assertThat(arriveAs(world, create("c").command(), Command.Priority.LOW).announced())
                .containsExactly("command.rejected c command_id_reused");
    }

    private static Step arriveAs(ProjectWorld world, Command published, Command.Priority highest) {
        return world.append(new Input.CommandArrived(
                published.publishedBy("batch", highest), Identity.ofCommandId("c"), ContentHash.of(published), null));
    }

    @Test
    void the_place_knows_weights() {
        ProjectWorld world =
                ProjectWorld.of(Limits.standard().capacity(1).sharing(Map.of("ci", weight(2), "batch", weight(1))));
        world.arrives(create("first"));
        world.answers("first", Said.accepted("j"));
        arrive(world, 20, "batch");

        Step arrived = world.arrives(create("c").by("ci"));

        // One of the other publisher's commands is before it: the first, which waits longer.
        assertThat(arrived.place()).isEqualTo(new QueuePlace(2, START.plus(CYCLE.multipliedBy(2)), "quota"));
        assertThat(world.arrives(create("d").by("ci")).place().position()).isEqualTo(3);
        assertThat(world.arrives(create("e").by("ci")).place().position()).isEqualTo(5);
        assertThat(world.arrives(create("f").by("batch").high()).place().position())
                .isEqualTo(1);
        assertThat(world.arrives(create("g").by("ci")).place().position()).isEqualTo(7);
    }

    @Test
    void the_place_knows_who_has_spent_a_budget() {
        ProjectWorld world =
                ProjectWorld.of(Limits.standard().capacity(3).sharing(Map.of("batch", budget(1), "ci", weight(1))));
        for (Asked asked :
                List.of(create("a").by("batch"), create("b"), create("c").by("ci"))) {
            world.arrives(asked);
            world.answers(Objects.requireNonNull(asked.command().commandId()), Said.accepted("j" + jobs++));
            world.passes(Duration.ofMinutes(1));
        }
        arrive(world, 5, "batch");
        arrive(world, 5, "ci");

        QueuePlace place = world.arrives(create("d")).place();

        // Of the others' ten, one of each can be sent before: the budget allows no more, and the second of ci comes
        // after.
        assertThat(place.position()).isEqualTo(3);
        assertThat(place.estimatedDispatchAt()).isEqualTo(START.plus(CYCLE).plusSeconds(120));
    }

    @Test
    void the_place_is_the_one_in_which_it_is_sent_though_the_budget_of_another_publisher_lasts_for_some() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(3).sharing(Map.of("batch", budget(1))));
        world.arrives(create("a").by("batch"));
        world.arrives(create("b"));
        world.arrives(create("c"));
        var unused = answered(world, List.of("a", "b", "c"));
        arrive(world, 10, "batch");
        arrive(world, 4, "ci");

        QueuePlace place = world.arrives(create("last").by("ci")).place();

        List<String> sent = new ArrayList<>();
        while (!sent.contains("last")) {
            List<String> called = world.runToNextMoment().called();
            while (!called.isEmpty()) {
                sent.addAll(called);
                called = answered(world, called);
            }
        }
        assertThat(place.position()).isEqualTo(sent.indexOf("last") + 1);
        assertThat(place.estimatedDispatchAt()).isEqualTo(world.now());
    }

    /** What is called once these are answered. */
    private List<String> answered(ProjectWorld world, List<String> called) {
        return called.stream()
                .map(commandId -> world.answers(commandId, Said.accepted("j" + jobs++)))
                .flatMap(step -> step.called().stream())
                .toList();
    }

    private void arrive(ProjectWorld world, int count, String publisher) {
        for (int i = 0; i < count; i++) {
            world.arrives(create(publisher + i).by(publisher));
        }
    }

    /** Answers each call, the first one that of {@code inFlight}, and returns what is called next, in order. */
    private List<String> sentInTurn(ProjectWorld world, String inFlight, int count) {
        List<String> sent = new ArrayList<>();
        String answered = inFlight;
        while (sent.size() < count) {
            List<String> called =
                    world.answers(answered, Said.accepted("j" + jobs++)).called();
            assertThat(called).hasSize(1);
            answered = called.getFirst();
            sent.add(answered);
        }
        return sent;
    }

    private static Share weight(int weight) {
        return new Share(weight, null);
    }

    private static Share budget(int uses) {
        return new Share(1, uses);
    }
}
