package io.docsagent.worker.domain.state;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.Queued;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.wire.Identity;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What others ask of a project and of its commands. */
class ProjectTest {

    @Test
    void a_project_is_busy_while_something_waits_is_in_flight_or_is_followed() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().capacity(1));
        world.arrives(create("c1"));
        assertThat(world.project().isBusy()).as("a call is in flight").isTrue();

        world.answers("c1", Said.accepted("j1"));
        assertThat(world.project().isBusy()).as("a job is followed").isTrue();

        world.sees(Said.job("j1", "failed"));
        assertThat(world.project().isBusy()).as("only a use counts").isFalse();

        world.arrives(create("c2"));
        assertThat(world.project().isBusy()).as("a command waits").isTrue();
    }

    @Test
    void a_key_names_its_project() {
        assertThat(Keys.projectOf(Keys.queued("acme", 7))).isEqualTo("acme");
        assertThat(Keys.projectOf("/7")).isEmpty();
        assertThat(Keys.projectOf("acme")).isEqualTo("acme");
    }

    @Test
    void a_command_is_shown_without_prompt_and_metadata() {
        QueuedCommand queued = Queued.of(1, message("m1", "j1").metadata(Map.of("k", "v")));

        QueuedCommand shown = queued.withoutContent();

        assertThat(shown.command().prompt()).isEmpty();
        assertThat(shown.command().metadata()).isEmpty();
        assertThat(shown.identity()).isEqualTo(queued.identity());
        assertThat(shown.jobId()).isEqualTo("j1");
    }

    @Test
    void a_call_id_is_read() {
        Identity identity = Identity.ofCommandId("c1");

        assertThat(CallId.parse(identity.key() + ".2")).isNull();
        assertThat(CallId.parse(identity.key() + ".3-7.2")).isEqualTo(new CallId(identity, "3-7", 2));
        assertThat(CallId.parse(identity.key())).isNull();
        assertThat(CallId.parse(identity.key() + ".3-7.2.1")).isNull();
        assertThat(CallId.parse(identity.key() + ".x")).isNull();
    }
}
