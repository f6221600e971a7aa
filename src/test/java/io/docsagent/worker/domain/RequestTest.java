package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.docsagent.worker.contract.Command.Request;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.contract.StatusEvent.Type;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Identity;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A CloudEvent without a commandId: every event of its command says which one it was. */
class RequestTest {

    private static final Request REQUEST = new Request("https://ci.example.com", "42");

    private final ProjectWorld world = ProjectWorld.standard();

    @Test
    void every_event_of_the_command_and_of_its_job_has_it() {
        Step sent = arrives();
        Step repeated = arrives();
        Step accepted = world.answersCall(callOf(sent), Said.accepted("j1"));
        Step completed = world.sees(Said.job("j1", "completed", "https://pr"));

        assertThat(repeated.announced()).containsExactly("command.duplicate sent");
        assertThat(List.of(repeated, accepted, completed))
                .allSatisfy(step -> assertThat(step.events())
                        .extracting(StatusEvent::request)
                        .containsExactly(REQUEST));
        assertThat(world.records()).isEmpty();
    }

    @Test
    void the_end_of_a_command_without_a_job_has_it() {
        Step sent = arrives();
        Step unknown = world.answersCall(callOf(sent), Said.unknown());

        assertThat(unknown.events()).extracting(StatusEvent::request).containsExactly(REQUEST);
        // A late answer is announced from what is remembered.
        Step accepted = world.answersCall(callOf(sent), Said.accepted("j1"));
        assertThat(accepted.events()).extracting(StatusEvent::request).containsOnly(REQUEST);
    }

    @Test
    void a_later_command_of_the_job_takes_its_place() {
        Step sent = arrives();
        world.answersCall(callOf(sent), Said.accepted("j1"));
        world.arrives(Asked.message("m1", "j1"));
        Step followedUp = world.answers("m1", Said.accepted("j1"));

        assertThat(followedUp.events()).extracting(StatusEvent::request).containsOnlyNulls();
    }

    @Test
    void whatever_ends_it_says_which_one_it_was() {
        assertThat(arrives(create("c1").expiresAt(world.now())).events())
                .extracting(StatusEvent::type, StatusEvent::request)
                .containsExactly(tuple(Type.COMMAND_EXPIRED, REQUEST));

        ProjectWorld refusing = ProjectWorld.standard();
        Step sent = arrives(refusing, create("c1"), REQUEST);
        assertThat(refusing.answersCall(callOf(sent), Said.rejected()).events())
                .extracting(StatusEvent::type, StatusEvent::request)
                .containsExactly(tuple(Type.COMMAND_REJECTED, REQUEST));
    }

    @Test
    void while_it_waits_and_when_an_operator_cancels_it_it_has_it() {
        world.asks("o1", new Operation.Hold(null));
        arrives();
        world.asks("o2", new Operation.CancelMany(null, null));

        assertThat(requests(Type.COMMAND_QUEUED)).containsExactly(REQUEST);
        assertThat(requests(Type.COMMAND_CANCELLED)).containsExactly(REQUEST);
    }

    @Test
    void of_coalesced_commands_each_has_its_own() {
        var later = new Request(REQUEST.source(), "43");
        world.asks("o1", new Operation.Hold(null));
        arrives(create("c1").appendedTo("k"));
        arrives(world, create("c2").appendedTo("k"), later);
        Step sent = world.asks("o2", new Operation.Resume());
        world.answersCall(callOf(sent), Said.accepted("j1"));

        assertThat(requests(Type.COMMAND_SUPERSEDED)).containsExactly(REQUEST);
        assertThat(requests(Type.JOB_ACTIVE)).containsExactly(later);
    }

    @Test
    void one_whose_key_was_released_still_has_it() {
        world.asks("o1", new Operation.Hold(null));
        arrives(create("c1").continuing("main"));
        world.asks("o2", new Operation.Release("main"));
        Step sent = world.asks("o3", new Operation.Resume());
        world.answersCall(callOf(sent), Said.accepted("j1"));

        assertThat(requests(Type.JOB_ACTIVE)).containsExactly(REQUEST);
    }

    @Test
    void one_of_unknown_outcome_that_an_operator_resolves_has_it() {
        Step sent = arrives();
        world.answersCall(callOf(sent), Said.unknown());
        world.asks("o1", new Operation.ResolveMany(false, null, null));

        assertThat(requests(Type.COMMAND_REJECTED)).containsExactly(REQUEST);
    }

    @Test
    void a_late_answer_to_an_earlier_attempt_has_it() {
        ProjectWorld atLeastOnce = ProjectWorld.of(Limits.standard().atLeastOnce(2));
        String first = callOf(arrives(atLeastOnce, create("c1"), REQUEST));
        atLeastOnce.answersCall(first, Said.unknown());
        String second = callOf(atLeastOnce.runToNextMoment());
        atLeastOnce.answersCall(second, Said.accepted("j2"));
        Step late = atLeastOnce.answersCall(first, Said.accepted("j1"));

        assertThat(late.events()).isNotEmpty();
        assertThat(late.events()).extracting(StatusEvent::request).containsOnly(REQUEST);
    }

    /** Of all events of a type. */
    private List<@Nullable Request> requests(Type type) {
        return world.steps().stream()
                .flatMap(step -> step.events().stream())
                .filter(event -> event.type() == type)
                .<@Nullable Request>map(StatusEvent::request)
                .toList();
    }

    private Step arrives() {
        return arrives(create("c1"));
    }

    private Step arrives(Asked asked) {
        return arrives(world, asked, REQUEST);
    }

    private static Step arrives(ProjectWorld world, Asked asked, Request request) {
        return world.arrives(
                asked.cloudEvent(request).command(), Identity.ofCloudEvent(request.source(), request.id()));
    }

    private static String callOf(Step step) {
        return step.calls().stream()
                .map(GatewayRequest.Call::callId)
                .findFirst()
                .orElseThrow();
    }
}
