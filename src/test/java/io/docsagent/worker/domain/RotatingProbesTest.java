package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One command that the service always refuses does not hold its project. */
class RotatingProbesTest {

    private final ProjectWorld world = ProjectWorld.of(Limits.standard().inFlight(1));

    static Stream<Answer> refusals() {
        return Stream.of(Said.unauthorized(), Said.redirected());
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void each_probe_is_another_job_or_create(Answer refusal) {
        world.arrives(message("m1", "j1"));
        world.arrives(message("m2", "j1"));
        world.arrives(create("c1").low());
        world.arrives(message("m3", "j3"));
        world.answers("m1", refusal);

        List<String> probes = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            String probe = world.runToNextMoment().called().getFirst();
            probes.add(probe);
            world.answers(probe, refusal);
        }

        assertThat(probes).containsExactly("c1", "m3", "m1", "c1", "m3", "m1");
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void a_command_that_is_refused_while_others_are_accepted_is_rejected_the_third_time(Answer refusal) {
        world.arrives(message("bad", "j0"));
        for (int i = 0; i < 20; i++) {
            world.arrives(create("c" + i));
        }

        List<String> announced = new ArrayList<>();
        int uses = 0;
        String call = "bad";
        while (!call.isEmpty()) {
            Step step = world.answers(call, call.equals("bad") ? refusal : Said.accepted("job of " + call));
            uses++;
            announced.addAll(step.announced());
            if (step.called().isEmpty() && world.commandsKept() > 0) {
                step = world.runToNextMoment();
            }
            call = step.called().isEmpty() ? "" : step.called().getFirst();
        }

        assertThat(announced).contains("command.rejected bad refused").hasSize(20 + 1 + 2 * 2);
        assertThat(uses).isEqualTo(20 + 3);
        assertThat(Duration.between(ProjectWorld.START, world.now())).isLessThan(Duration.ofSeconds(13));
    }

    @Test
    void a_page_of_404_for_a_job_that_is_not_known_rejects_the_message_and_holds_nothing() {
        world.arrives(message("mistyped", "j?"));
        world.arrives(create("c1"));

        Step step = world.answers("mistyped", Said.pageOf404());

        assertThat(step.announced()).containsExactly("command.rejected mistyped refused");
        assertThat(step.called()).containsExactly("c1");
    }

    @Test
    void a_page_of_404_for_a_job_that_is_known_holds_the_project() {
        world.arrives(create("c1"));
        world.answers("c1", Said.accepted("j1"));
        world.arrives(message("m1", "j1"));

        assertThat(world.answers("m1", Said.pageOf404()).announced()).containsExactly("project.held misconfigured");
    }

    @Test
    void a_page_of_404_rejects_no_message_that_was_in_flight_when_the_project_was_held_for_a_wrong_address() {
        ProjectWorld wide = ProjectWorld.of(Limits.standard().inFlight(2));
        wide.arrives(create("c1"));
        wide.arrives(message("m1", "j?"));
        wide.answers("c1", Said.pageOf404());

        assertThat(wide.answers("m1", Said.pageOf404()).announced()).isEmpty();
        assertThat(wide.commandsKept()).isEqualTo(2);
    }

    /** Its answer does not show that the address is right again. */
    @Test
    void a_page_of_404_does_not_end_the_hold_of_a_wrong_address() {
        world.arrives(create("c1"));
        world.answers("c1", Said.pageOf404());
        world.arrives(message("m1", "j?"));
        Step probe = world.runToNextMoment();
        assertThat(probe.called()).containsExactly("m1");

        assertThat(world.answers("m1", Said.pageOf404()).announced()).isEmpty();
        assertThat(world.project().hold().reason()).isEqualTo(Hold.Reason.MISCONFIGURED);
    }

    @Test
    void while_nothing_is_accepted_nothing_is_rejected() {
        world.arrives(create("c1"));
        world.arrives(create("c2"));
        world.answers("c1", Said.unauthorized());
        for (int i = 0; i < 50; i++) {
            String probe = world.runToNextMoment().called().getFirst();
            assertThat(world.answers(probe, Said.unauthorized()).announced()).isEmpty();
        }
        world.keyChanges();

        assertThat(world.commandsKept()).isEqualTo(2);
    }

    @Test
    void a_dead_key_counts_once_for_each_command_that_was_in_flight() {
        ProjectWorld wide = ProjectWorld.of(Limits.standard().inFlight(4));
        for (int i = 0; i < 4; i++) {
            wide.arrives(create("c" + i));
        }
        for (int i = 0; i < 4; i++) {
            wide.answers("c" + i, Said.unauthorized());
        }

        assertThat(wide.commands()).allMatch(queued -> queued.refusals() == 1);
    }

    @Test
    void a_throttled_project_is_probed_by_its_first_command() {
        world.arrives(create("c1"));
        world.arrives(create("c2"));
        world.answers("c1", Said.throttled(null));

        assertThat(world.runToNextMoment().called()).containsExactly("c1");
    }

    @Test
    void a_probe_that_finds_no_slot_is_tried_again_soon_and_counts_as_none() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();
        Hold.Probing probing = (Hold.Probing) world.project().hold();

        assertThat(world.answers("c1", Said.noSlot()).announced()).isEmpty();

        Hold.Held held = (Hold.Held) world.project().hold();
        assertThat(held.until()).isEqualTo(world.now().plusSeconds(1));
        assertThat(held.streak()).isEqualTo(probing.streak());
        assertThat(world.runToNextMoment().called()).containsExactly("c1");
    }

    @Test
    void a_lack_of_places_holds_nothing_and_spends_nothing() {
        world.arrives(create("c1"));

        Step step = world.answers("c1", Said.noSlot());

        assertThat(step.announced()).isEmpty();
        assertThat(step.called()).containsExactly("c1");
        assertThat(world.project().hold()).isInstanceOf(Hold.Flowing.class);
        assertThat(world.available()).isEqualTo(99);
    }
}
