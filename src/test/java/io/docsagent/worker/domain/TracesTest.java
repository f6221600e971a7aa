package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.wire.GatewayRequest;
import org.junit.jupiter.api.Test;

/** A command's span goes with its calls and with every event of it. */
class TracesTest {

    private static final String FIRST = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final String SECOND = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    private final ProjectWorld world = ProjectWorld.standard();

    @Test
    void the_call_and_the_events_of_the_job_are_of_its_latest_command() {
        assertThat(world.arrives(traced(create("c1"), FIRST)).calls())
                .extracting(GatewayRequest.Call::traceparent)
                .containsExactly(FIRST);
        assertThat(world.answers("c1", Said.accepted("j1")).events())
                .extracting(StatusEvent::traceparent)
                .containsExactly(FIRST);

        world.arrives(traced(message("m1", "j1"), SECOND));

        assertThat(world.answers("m1", Said.accepted("j1")).events())
                .extracting(StatusEvent::traceparent)
                .containsExactly(SECOND);
    }

    @Test
    void so_is_a_job_that_a_late_answer_tells() {
        world.arrives(traced(create("c1"), FIRST));
        assertThat(world.answers("c1", Said.unknown()).events())
                .extracting(StatusEvent::traceparent)
                .containsExactly(FIRST);

        assertThat(world.answers("c1", Said.accepted("j1")).events())
                .extracting(StatusEvent::traceparent)
                .containsExactly(FIRST);
    }

    @Test
    void so_is_a_second_job_that_a_late_answer_tells() {
        ProjectWorld repeating = ProjectWorld.of(Limits.standard().atLeastOnce(2));
        repeating.arrives(traced(create("c1"), FIRST));
        String first = repeating.callOf("c1");
        repeating.answers("c1", Said.unknown());
        repeating.runToNextMoment();
        repeating.answers("c1", Said.accepted("j2"));

        assertThat(repeating.answersCall(first, Said.accepted("j1")).events())
                .extracting(StatusEvent::traceparent)
                .containsExactly(FIRST);
    }

    private static Asked traced(Asked asked, String traceparent) {
        return new Asked(asked.command().tracedBy(traceparent));
    }
}
