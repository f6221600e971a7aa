package io.docsagent.worker.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Input;
import io.docsagent.worker.wire.InputsInMemory;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeldProjectsTest {

    private static final Answer REFUSED = new Answer.Unauthorized(401, "expired");

    private volatile List<String> heldHere = List.of();
    private final InputsInMemory inputs = new InputsInMemory();
    private final Outcomes outcomes = new Outcomes(inputs, new GatewayObserver() {});
    private final HeldProjects held = new HeldProjects(outcomes, () -> heldHere);

    @AfterEach
    void close() {
        outcomes.close();
    }

    private void assertWoken(String... projects) {
        await().until(() -> outcomes.waiting() == 0);
        assertThat(inputs.appended)
                .isEqualTo(List.of(projects).stream()
                        .map(project -> new Input.WokeUp(project, Input.WokeUp.Cause.KEY_CHANGED))
                        .toList());
    }

    @Test
    void a_new_key_for_all_wakes_every_held_project() {
        held.answered("a", REFUSED, 0);
        held.answered("b", new Answer.Redirected(302, "moved"), 0);
        held.answered("c", HeldAgentApi.ACCEPTED, 0);
        held.sharedKeyChanged();
        assertWoken("a", "b");
    }

    @Test
    void a_new_key_may_have_credits() {
        held.answered("a", new Answer.PaymentRequired("no credits are left"), 0);
        held.sharedKeyChanged();
        assertWoken("a");
    }

    @Test
    void a_new_key_for_one_project_wakes_only_that_one() {
        held.answered("a", REFUSED, 0);
        held.answered("b", REFUSED, 0);
        held.projectKeyChanged("b");
        held.projectKeyChanged("c");
        assertWoken("b");
    }

    @Test
    void a_project_whose_key_was_accepted_since_is_not_woken() {
        held.answered("a", REFUSED, 0);
        held.answered("a", new Answer.Throttled(429, null), 0);
        held.answered("b", REFUSED, 0);
        held.answered("b", new Answer.NotSent("down"), 0);
        held.sharedKeyChanged();
        assertWoken("b");
    }

    @Test
    void a_refusal_that_the_key_change_overtook_wakes_at_once() {
        long before = held.keyChanges();
        held.sharedKeyChanged();
        held.answered("a", REFUSED, before);
        assertWoken("a");
    }

    @Test
    void a_refusal_of_the_new_key_does_not_wake() {
        held.projectKeyChanged("a");
        held.answered("a", REFUSED, held.keyChanges());
        assertThat(held.keyChanges()).isNotZero();
        assertWoken();
    }

    @Test
    void the_keys_of_projects_that_this_instance_decides_for_are_watched() {
        heldHere = List.of("a", "b");
        assertThat(held.projectsOfInterest()).containsExactly("a", "b");
    }

    @Test
    void a_key_change_reaches_projects_that_another_instance_saw_refused() {
        heldHere = List.of("a", "b");
        held.answered("b", REFUSED, 0);
        held.answered("c", REFUSED, 0);
        held.sharedKeyChanged();
        assertWoken("b", "c", "a");
    }

    @Test
    void a_projects_own_key_reaches_it_though_another_instance_saw_it_refused() {
        heldHere = List.of("a", "b");
        held.projectKeyChanged("b");
        held.projectKeyChanged("c");
        assertWoken("b");
    }
}
