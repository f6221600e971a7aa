package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A service that takes a command once, however often it is sent: the same job in two answers is one. */
class IdempotentServiceTest {

    private final ProjectWorld world =
            ProjectWorld.of(Limits.standard().atLeastOnce(2).idempotent());

    private final ProjectWorld atMostOnce = ProjectWorld.of(Limits.standard().idempotent());

    /** An operator says that a command of unknown outcome was not taken. */
    private Step repeated(String commandId) {
        atMostOnce.answers(commandId, Said.unknown());
        atMostOnce.asks("o1", new Operation.ResolveNotTaken(commandId, true));
        return atMostOnce.runToNextMoment();
    }

    @Test
    void a_late_answer_with_the_job_of_the_repeat_says_nothing_new() {
        world.arrives(create("c1"));
        String first = world.callOf("c1");
        world.answers("c1", Said.unknown());
        world.runToNextMoment();
        assertThat(world.answers("c1", Said.accepted("j1")).announced())
                .containsExactly("job.active c1 j1", "project.resumed failing");
        world.sees(Said.job("j1", "completed", "https://pr"));

        Step late = world.answersCall(first, Said.accepted("j1"));

        assertThat(late.announced()).isEmpty();
        assertThat(late.watched()).isEmpty();
    }

    @Test
    void a_repeat_in_flight_that_is_answered_with_the_job_of_a_late_answer_ends_there() {
        world.arrives(create("c1"));
        String first = world.callOf("c1");
        world.answers("c1", Said.unknown());
        world.runToNextMoment();
        world.answersCall(first, Said.accepted("j1"));

        assertThat(world.answers("c1", Said.accepted("j1")).announced()).containsExactly("project.resumed failing");
        assertThat(world.commandsKept()).isZero();
    }

    @Test
    void a_message_that_an_operator_has_repeated_is_not_doubled() {
        atMostOnce.arrives(message("m1", "j1"));
        String first = atMostOnce.callOf("m1");
        assertThat(repeated("m1").called()).containsExactly("m1");
        atMostOnce.answers("m1", new Answer.Accepted(200, null));

        assertThat(atMostOnce.answersCall(first, new Answer.Accepted(200, null)).announced())
                .isEmpty();
    }

    @Test
    void another_job_is_doubled_all_the_same() {
        atMostOnce.arrives(create("c1"));
        String first = atMostOnce.callOf("c1");
        repeated("c1");
        atMostOnce.answers("c1", Said.accepted("j2"));

        assertThat(atMostOnce.answersCall(first, Said.accepted("j1")).announced())
                .containsExactly("job.active c1 j1", "command.doubled c1 accepted j2 active doubled");
    }

    @Test
    void a_repeat_by_an_operator_is_the_same_command() {
        Step sent = atMostOnce.arrives(create("c1"));

        Step again = repeated("c1");

        assertThat(commandsOf(again)).isEqualTo(commandsOf(sent)).hasSize(1);
    }

    @Test
    void a_command_that_is_published_again_after_it_was_forgotten_is_another_one() {
        Step sent = world.arrives(create("c1"));
        world.answers("c1", Said.rejected());
        world.passes(Duration.ofDays(8));
        world.wakes();

        Step again = world.arrives(create("c1"));

        assertThat(again.called()).containsExactly("c1");
        assertThat(commandsOf(again)).doesNotContainAnyElementsOf(commandsOf(sent));
    }

    private static List<String> commandsOf(Step step) {
        return step.calls().stream().map(GatewayRequest.Call::admittedCommand).toList();
    }
}
