package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.wire.Identity;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A command that is published again is answered with what became of it. */
class RepetitionTest {

    private final ProjectWorld world = ProjectWorld.standard();

    static Stream<Arguments> courses() {
        return Stream.of(
                course("sent", world -> {}),
                course("queued", world -> world.answers("c1", Said.unauthorized())),
                course("accepted j1 active", world -> world.answers("c1", Said.accepted("j1"))),
                course("accepted j1 completed https://pr", world -> {
                    world.answers("c1", Said.accepted("j1"));
                    world.sees(Said.job("j1", "completed", "https://pr"));
                }),
                course("rejected", world -> world.answers("c1", Said.rejected())),
                course("unknown", world -> world.answers("c1", Said.unknown())),
                course("accepted j1 active", world -> {
                    world.answers("c1", Said.unknown());
                    world.answers("c1", Said.accepted("j1"));
                }));
    }

    private static Arguments course(String original, Consumer<ProjectWorld> course) {
        return arguments(original, course);
    }

    @ParameterizedTest
    @MethodSource("courses")
    void it_is_answered_with_what_became_of_the_command(String original, Consumer<ProjectWorld> course) {
        world.arrives(create("c1"));
        course.accept(world);

        assertThat(world.arrives(create("c1")).announced()).containsExactly("command.duplicate c1 " + original);
    }

    @Test
    void of_a_command_that_expired() {
        world.arrives(create("c1").expiresAt(START));
        assertThat(world.arrives(create("c1").expiresAt(START)).announced())
                .containsExactly("command.duplicate c1 expired");

        ProjectWorld held = ProjectWorld.standard();
        held.arrives(create("c0"));
        held.answers("c0", Said.unauthorized());
        held.arrives(create("c1").expiresAt(START.plusSeconds(1)));
        held.passes(Duration.ofSeconds(1));
        held.wakes();
        assertThat(held.arrives(create("c1")).announced()).containsExactly("command.duplicate c1 expired");
    }

    @Test
    void of_a_message() {
        world.arrives(message("m1", "j1"));
        assertThat(world.arrives(message("m1", "j1")).announced()).containsExactly("command.duplicate m1 sent j1");
        world.passes(Duration.ofMinutes(1));
        world.answers("m1", Said.unknown());
        assertThat(world.arrives(message("m1", "j1")).announced()).containsExactly("command.duplicate m1 unknown j1");

        world.arrives(follow("m2", "c9"));
        assertThat(world.arrives(follow("m2", "c9")).announced()).containsExactly("command.duplicate m2 queued");
    }

    @Test
    void of_a_job_that_is_forgotten() {
        ProjectWorld forgetful = ProjectWorld.of(Limits.standard().jobs(1));
        forgetful.arrives(create("c1"));
        forgetful.answers("c1", Said.accepted("j1"));
        forgetful.sees(Said.job("j1", "failed"));
        forgetful.arrives(create("c2"));
        forgetful.answers("c2", Said.accepted("j2"));

        assertThat(forgetful.arrives(create("c1")).announced()).containsExactly("command.duplicate c1 accepted j1");
    }

    @Test
    void once_in_a_minute_however_often_it_comes() {
        world.arrives(create("c1"));
        assertThat(world.arrives(create("c1")).announced()).hasSize(1);
        world.passes(Duration.ofSeconds(30));
        world.answers("c1", Said.accepted("j1"));

        world.passes(Duration.ofSeconds(30).minusMillis(1));
        assertThat(world.arrives(create("c1")).announced()).isEmpty();
        assertThat(world.arrives(create("c1")).counted()).containsExactly("duplicate");
        world.passes(Duration.ofMillis(1));
        assertThat(world.restarted().arrives(create("c1")).announced())
                .containsExactly("command.duplicate c1 accepted j1 active");
    }

    @Test
    void with_the_metadata_of_the_repetition_and_without_a_command_id_where_it_has_none() {
        var unnamed = create("c1").metadata(Map.of("team", "docs")).command();
        var identity = Identity.ofCloudEvent("ci", "1");
        world.arrives(unnamed, identity);

        var event = world.arrives(unnamed, identity).events().getFirst();

        assertThat(event.metadata()).isEqualTo(Map.of("team", "docs"));
        assertThat(event.reason()).isNull();
        assertThat(event.job()).isNull();
    }

    @Test
    void that_came_while_its_command_waited_changes_nothing_of_how_it_ends() {
        ProjectWorld one = ProjectWorld.of(Limits.standard().capacity(1));
        one.arrives(create("c1"));
        one.arrives(create("c2"));
        one.arrives(create("c2"));

        one.answers("c1", Said.accepted("j1"));
        one.passes(Duration.ofHours(2));

        assertThat(one.wakes().called()).containsExactly("c2");
        assertThat(one.answers("c2", Said.accepted("j2")).announced()).containsExactly("job.active c2 j2");
        assertThat(one.remembersHowMany()).isEqualTo(2);
    }
}
