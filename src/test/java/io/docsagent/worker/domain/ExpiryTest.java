package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.guarantee.DecisionsAreBounded;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExpiryTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final DecisionsAreBounded bounded = new DecisionsAreBounded();

    @Test
    void a_waiting_command_expires_at_its_time() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().inFlight(1));
        world.arrives(create("c1"));
        world.arrives(create("c2").expiresAt(START.plus(SECOND)));
        world.arrives(follow("m", "c2"));

        Step step = world.runToNextMoment();

        assertThat(world.now()).isEqualTo(START.plus(SECOND));
        assertThat(step.announced()).containsExactly("command.expired c2 expired", "command.rejected m create_failed");
    }

    /** Of 250,000 characters each: one decision handles about a million. */
    @Test
    void large_commands_that_expire_together_end_in_several_decisions() {
        ProjectWorld world = ProjectWorld.standard();
        world.asks("hold", new Operation.Hold(null));
        for (int i = 0; i < 40; i++) {
            world.arrives(create("c" + i).prompt("p".repeat(250_000)).expiresAt(START.plus(SECOND)));
        }
        world.passes(SECOND);

        while (world.commandsKept() > 0) {
            bounded.after(world, world.wakes());
        }
    }

    @Test
    void a_command_in_flight_does_not_expire() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1").expiresAt(START.plus(SECOND)));
        world.passes(SECOND);

        assertThat(world.wakes().announced()).isEmpty();
        assertThat(world.answers("c1", Said.accepted("j1")).announced()).containsExactly("job.active c1 j1");
    }

    @Test
    void a_command_put_back_after_its_time_expires() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1").expiresAt(START.plus(SECOND)));
        world.passes(SECOND);

        assertThat(world.answers("c1", Said.notSent()).announced())
                .containsExactly("command.expired c1 expired", "project.held unreachable");
        assertThat(world.commandsKept()).isZero();
    }

    @Test
    void a_command_put_back_before_its_time_expires_while_it_waits() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(create("c1").expiresAt(START.plusMillis(100)));
        world.answers("c1", Said.notSent());

        assertThat(world.runToNextMoment().announced()).containsExactly("command.expired c1 expired");
    }

    @Test
    void expiry_after_a_send_with_an_unknown_outcome_is_announced_as_unknown() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().atLeastOnce(3));
        world.arrives(create("c0"));
        world.answers("c0", Said.accepted("j1"));
        world.arrives(message("m1", "j1").expiresAt(START.plusMillis(100)));
        world.answers("m1", Said.unknown());

        assertThat(world.runToNextMoment().announced()).containsExactly("command.unknown m1 no_trace");
        assertThat(world.job("j1").commands().generation()).isEqualTo(2);
    }

    @Test
    void more_than_one_transaction_takes_expire_one_after_the_other_and_none_is_sent() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().inFlight(1));
        world.arrives(create("c0"));
        for (int i = 0; i < 600; i++) {
            world.arrives(create("e" + i).expiresAt(START.plus(SECOND)));
        }
        world.passes(SECOND);

        Step first = world.answers("c0", Said.accepted("j0"));
        Step second = world.runToNextMoment();

        assertThat(first.announced()).hasSize(501);
        assertThat(first.called()).isEmpty();
        assertThat(first.nextMoment()).as("not at once again").isAfter(START.plus(SECOND));
        assertThat(second.announced()).hasSize(100);
        assertThat(second.called()).isEmpty();
    }

    @Test
    void a_call_may_be_sent_for_half_a_minute_by_the_later_of_its_decision_and_the_logs_time() {
        ProjectWorld world = ProjectWorld.standard();
        assertThat(world.arrives(create("c1")).calls().getFirst().notAfter()).isEqualTo(START.plusSeconds(30));

        world.logAhead(Duration.ofMinutes(3));
        assertThat(world.arrives(create("c2")).calls().getFirst().notAfter()).isEqualTo(START.plusSeconds(210));

        world.logAhead(Duration.ofMinutes(-3));
        assertThat(world.arrives(create("c3")).calls().getFirst().notAfter()).isEqualTo(START.plusSeconds(30));
    }

    @Test
    void a_call_may_not_be_sent_after_its_command_expires() {
        ProjectWorld world = ProjectWorld.standard();

        assertThat(world.arrives(create("c1").expiresAt(START.plusSeconds(7)))
                        .calls()
                        .getFirst()
                        .notAfter())
                .isEqualTo(START.plusSeconds(7));
        assertThat(world.arrives(create("c2").expiresAt(START.plusSeconds(70)))
                        .calls()
                        .getFirst()
                        .notAfter())
                .isEqualTo(START.plusSeconds(30));
    }
}
