package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Request;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A record that ingress refused is answered, and changes nothing. */
class MalformedTest {

    private static final String WHY = "/prompt: is missing";

    private final ProjectWorld world = ProjectWorld.standard();

    @Test
    void it_is_answered_with_the_reason_and_its_project_is_not_known_for_that() {
        Step step = world.append(refused("c1", null));

        assertThat(step.announced()).containsExactly("command.rejected c1 malformed");
        StatusEvent event = step.events().getFirst();
        assertThat(event.reason()).isEqualTo(new StatusEvent.Reason("malformed", WHY, null));
        assertThat(event.publisher()).isEqualTo("nightly");
        assertThat(event.original()).isNull();
        assertThat(world.ifProject()).isNull();
    }

    @Test
    void the_corrected_record_may_have_its_id() {
        world.append(refused("c1", null));

        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
    }

    @Test
    void each_one_is_answered() {
        world.append(refused("c1", null));

        assertThat(world.append(refused("c1", null)).announced()).hasSize(1);
    }

    @Test
    void a_command_that_has_its_id_stands_and_the_event_says_how() {
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));
        var before = world.project();

        assertThat(world.append(refused("c1", null)).announced())
                .containsExactly("command.rejected c1 accepted j1 active malformed");

        assertThat(world.project()).isEqualTo(before);
        assertThat(world.sees(Said.job("j1", "completed", "https://pr")).announced())
                .containsExactly("job.completed c1 j1");
    }

    @Test
    void it_is_not_taken_again_where_it_was_applied() {
        world.append(refused("c1", null));
        world.arrives(create("c2"));

        assertThat(world.replay(world.log().getFirst()).announced()).isEmpty();
    }

    @Test
    void a_cloudevent_without_a_command_id_is_known_by_its_source_and_id() {
        var request = new Command.Request("s", "1");
        world.arrives(Asked.create("unused").cloudEvent(request).command(), Identity.ofCloudEvent("s", "1"));

        StatusEvent known = world.append(refused(null, request)).events().getFirst();
        assertThat(known.request()).isEqualTo(request);
        assertThat(Objects.requireNonNull(known.original()).commandId()).isNull();
        assertThat(world.append(refused(null, new Command.Request("s", "2"))).announced())
                .containsExactly("command.rejected malformed");
    }

    @Test
    void an_operation_is_answered_with_what_could_be_read() {
        StatusEvent event = world.append(refusedOperation("o1")).events().getFirst();

        assertThat(event.type()).isEqualTo(StatusEvent.Type.OPERATION_REFUSED);
        assertThat(event.operation()).isEqualTo(new StatusEvent.OperationAnswer(null, "o1", null, null, null));
        assertThat(event.reason()).isEqualTo(new StatusEvent.Reason("malformed", WHY, null));
        assertThat(world.asks("o1", new Operation.Hold(null)).announced()).contains("operation.done hold o1 0");
    }

    @Test
    void an_operation_with_its_id_is_answered_once() {
        world.asks("o1", new Operation.Hold(null));

        assertThat(world.append(refusedOperation("o1")).events()).isEmpty();
        assertThat(world.append(refusedOperation("o2")).events()).hasSize(1);
    }

    @Test
    void an_operation_on_all_projects_with_its_id_is_answered_once() {
        world.asksOfAll("o1", new Operation.Hold(null));

        assertThat(world.append(refusedOperation(Operation.ALL_PROJECTS, "o1")).events())
                .isEmpty();
        assertThat(world.append(refusedOperation(Operation.ALL_PROJECTS, "o2")).events())
                .hasSize(1);
        // A project's operation of that id is another one.
        assertThat(world.append(refusedOperation("o1")).events()).hasSize(1);
    }

    private static Input refused(@Nullable String commandId, @Nullable Request request) {
        return new Input.CommandRefused(Asked.PROJECT, commandId, request, "nightly", WHY, null);
    }

    private static Input refusedOperation(String operationId) {
        return refusedOperation(Asked.PROJECT, operationId);
    }

    private static Input refusedOperation(String projectId, String operationId) {
        return new Input.OperationRefused(projectId, operationId, null, null, WHY, null);
    }
}
