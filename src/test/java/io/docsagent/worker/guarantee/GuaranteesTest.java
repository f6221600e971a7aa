package io.docsagent.worker.guarantee;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.policy.Sharing;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Each guarantee is shown a history that breaks it, and complains. */
class GuaranteesTest {

    private static final Input WAKE_UP = new Input.WokeUp(Asked.PROJECT, Input.WokeUp.Cause.TIME);

    private final ProjectWorld world = ProjectWorld.standard();

    @Test
    void an_appended_prompt_that_is_lost() {
        Guarantee guarantee = new PromptsOfSuperseded();
        ProjectWorld held = held();
        held.arrives(create("c1").appendedTo("k"));
        guarantee.after(held, held.log().getLast().input(), held.steps().getLast());
        held.arrives(create("c2").appendedTo("k"));
        guarantee.after(held, held.log().getLast().input(), held.steps().getLast());
        Step called = ProjectWorld.standard().arrives(create("c2"));

        breaks("prompt of c2", () -> guarantee.after(held, WAKE_UP, called));
    }

    @Test
    void a_repeat_that_asks_for_something_else() {
        Guarantee guarantee = new RepeatsAreTheSame();
        ProjectWorld other = ProjectWorld.standard();
        Step first = other.arrives(create("c1").prompt("something else"));
        guarantee.after(other, WAKE_UP, first);
        ProjectWorld repeating = ProjectWorld.of(Limits.standard().atLeastOnce(2));
        repeating.arrives(create("c1"));
        repeating.answers("c1", Said.unknown());
        Step repeat = repeating.runToNextMoment();

        breaks("repeat of", () -> guarantee.after(repeating, WAKE_UP, repeat));
    }

    @Test
    void a_command_that_waits_though_all_were_cancelled() {
        ProjectWorld held = held();
        held.asks("o1", new Operation.CancelMany(null, null));
        Input cancelAll = held.log().getLast().input();
        Step done = held.steps().getLast();
        held.arrives(create("c1"));

        breaks("wait after they were cancelled", () -> new CancelledWaitNoMore().after(held, cancelAll, done));
    }

    @Test
    void a_call_while_an_operator_holds_the_project() {
        Guarantee guarantee = new HeldAsAsked();
        live(guarantee, world.asks("o1", new Operation.Hold(null)));
        Step called = ProjectWorld.standard().arrives(create("c1"));

        breaks("calls while an operator holds", () -> guarantee.after(world, WAKE_UP, called));
    }

    @Test
    void a_call_while_an_operator_holds_all_projects() {
        Guarantee guarantee = new HeldAsAsked();
        var unused = world.asksOfAll("o1", new Operation.Hold(null));
        Step called = ProjectWorld.standard().arrives(create("c1"));

        breaks("calls while an operator holds", () -> guarantee.after(world, WAKE_UP, called));
    }

    @Test
    void a_hold_of_all_projects_that_begins_without_a_word() {
        Guarantee guarantee = new HeldAsAsked();
        var unused = world.asksOfAll("o1", new Operation.Hold(null));
        live(guarantee, world.wakes());
        world.arrives(create("c1"));

        breaks("hold that was announced", () -> guarantee.after(world, WAKE_UP, calls()));
    }

    @Test
    void a_hold_that_ends_without_a_word() {
        Guarantee guarantee = new HeldAsAsked();
        live(guarantee, world.asks("o1", new Operation.Hold(START.plusSeconds(9))));
        world.passes(Duration.ofSeconds(9));

        breaks("hold that was announced and is over", () -> guarantee.after(world, WAKE_UP, calls()));
    }

    @Test
    void a_hold_that_never_ends() {
        Guarantee guarantee = new HeldAsAsked();
        live(guarantee, world.asks("o1", new Operation.Hold(null)));

        breaks("hold that never ended", () -> guarantee.atTheEnd(world));
    }

    private static ProjectWorld held() {
        ProjectWorld held = ProjectWorld.standard();
        held.arrives(create("c0"));
        held.answers("c0", Said.unauthorized());
        return held;
    }

    @Test
    void a_token_that_is_not_given_back() {
        Guarantee guarantee = new TokensConserved();
        live(guarantee, world.arrives(create("c1")));
        String callId = world.callOf("c1");
        Step taken = world.answers("c1", Said.rejected());

        breaks("tokens available", () -> guarantee.after(world, answered(callId, Said.notSent()), taken));
    }

    @Test
    void a_token_that_is_given_back_though_it_was_spent() {
        Guarantee guarantee = new TokensConserved();
        live(guarantee, world.arrives(create("c1")));
        String callId = world.callOf("c1");
        Step givenBack = world.answers("c1", Said.notSent());

        breaks("tokens available", () -> guarantee.after(world, answered(callId, Said.rejected()), givenBack));
    }

    @Test
    void something_that_is_left_over() {
        world.arrives(create("c1"));

        breaks("what is left of the project", () -> new TokensConserved().atTheEnd(world));
    }

    @Test
    void a_load_that_is_left_over() {
        world.steps().add(new Step(decision(new Load(0, 1))));

        breaks("what is left of the partition's load", () -> new TokensConserved().atTheEnd(world));
    }

    @Test
    void a_next_moment_that_is_not_ahead() {
        Step step = world.arrives(create("c1"));
        world.at(Objects.requireNonNull(world.nextMoment()));

        breaks("next moment", () -> new NextMomentIsAhead().after(world, WAKE_UP, step));
    }

    @Test
    void a_wake_up_that_does_nothing() {
        Guarantee guarantee = new NextMomentIsAhead();
        live(guarantee, world.arrives(create("c1")));
        world.at(Objects.requireNonNull(world.nextMoment()));

        breaks("something done", () -> guarantee.after(world, WAKE_UP, calls()));
    }

    @Test
    void a_replica_that_decides_otherwise() {
        Guarantee guarantee = new NothingLostOnReplay(0);
        live(guarantee, world.arrives(create("c1")));
        world.settings(Limits.standard().inFlight(1));

        breaks("decision of the replica", () -> live(guarantee, world.arrives(create("c2"))));
    }

    @Test
    void an_input_that_is_taken_in_again() {
        Step step = world.arrives(create("c1"));
        var forgotten = new ProjectWorld.Appended(arrival("c2"), new LogPosition(3, 99, START, START));
        world.log().add(forgotten);

        breaks("effects of an input taken in before", () -> new NothingLostOnReplay(0).after(world, WAKE_UP, step));
    }

    @Test
    void a_replica_that_holds_something_else() {
        Guarantee guarantee = new NothingLostOnReplay(0);
        live(guarantee, world.arrives(create("c1")));
        world.arrives(create("c2"));

        breaks("same state", () -> guarantee.atTheEnd(world));
    }

    @Test
    void something_derived_that_is_not_stored() {
        world.arrives(create("c1"));
        world.context().index().restore("acme/c2", new Remembered.Operation(START.plusSeconds(9)));

        breaks("what is derived", world::wakes);
    }

    @Test
    void a_record_that_is_missing_or_says_what_is_not_so() {
        var guarantee = new RecordsMatchTheState();
        world.arrives(create("c1"));
        var sent = world.record("c1");
        assertThatCode(() -> guarantee.atTheEnd(world)).doesNotThrowAnyException();

        world.answers("c1", Said.accepted("j1"));
        world.records().put("c1", sent);
        breaks("ACCEPTED", () -> guarantee.atTheEnd(world));
        world.records().clear();
        breaks("commands with a record", () -> guarantee.atTheEnd(world));
    }

    @Test
    void a_use_beyond_its_publishers_budget() {
        breaksOnceSharedBy(new Sharing.Share(1, 1), "uses of batch");
    }

    /** Two creates of a publisher are sent without its settings, and looked at with them. */
    private void breaksOnceSharedBy(Sharing.Share share, String complaint) {
        Guarantee guarantee = new BudgetsKept();
        live(guarantee, world.arrives(create("c1").by("batch")));
        Step second = world.arrives(create("c2").by("batch"));
        assertThatCode(() -> live(guarantee, second)).doesNotThrowAnyException();

        world.settings(Limits.standard().sharing(Map.of("batch", share)));

        breaks(complaint, () -> live(guarantee, second));
    }

    private void live(Guarantee guarantee, Step step) {
        guarantee.after(world, world.log().getLast().input(), step);
    }

    private static void breaks(String complaint, ThrowingCallable history) {
        assertThatThrownBy(history).isInstanceOf(AssertionError.class).hasMessageContaining(complaint);
    }

    private static Input arrival(String commandId) {
        ProjectWorld other = ProjectWorld.standard();
        other.arrives(create(commandId));
        return other.log().getLast().input();
    }

    private static Input answered(String callId, Answer answer) {
        return new Input.CallAnswered(Asked.PROJECT, callId, answer);
    }

    private static Step calls(String... callIds) {
        List<Effect> calls = Stream.of(callIds)
                .<Effect>map(
                        id -> new Effect.Send(new GatewayRequest.Call(Asked.PROJECT, id, null, "prompt", START, null)))
                .toList();
        return new Step(new Decision(noChanges(), calls, Load.NONE, null));
    }

    private static Decision decision(Load added) {
        return new Decision(noChanges(), List.of(), added, null);
    }

    private static Decision.Changes noChanges() {
        return new Decision.Changes(Map.of(), Map.of(), Map.of(), Map.of());
    }
}
