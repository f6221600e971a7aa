package io.docsagent.worker.sandbox.job;

import static io.docsagent.worker.sandbox.Client.id;
import static io.docsagent.worker.sandbox.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.clock.SettableClock;
import io.docsagent.worker.sandbox.Client;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class JobLifeTest {

    private static final String LINK = "https://git.example/docs/pull/";

    private final SettableClock clock = new SettableClock(SettableClock.NOON);
    private final Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.max-kept=5"), clock);
    private final Client client = new Client(sandbox);

    @AfterEach
    void stop() {
        sandbox.close();
        client.close();
    }

    /** Each state is {@code status/number of the pull request}, seen that many seconds after the create. */
    @ParameterizedTest
    @CsvSource({
        "no directives,                active/-,  completed/1, completed/1",
        "'[see] [takes notes] [1]',    active/-,  completed/1, completed/1",
        "[takes 99999999999999d],      active/-,  completed/1, completed/1",
        "[takes 366d],                 active/-,  completed/1, completed/1",
        "[fail],                       active/-,  failed/-,    failed/-",
        "[archive],                    active/-,  archived/1,  archived/1",
        "[no-changes] fix,             active/-,  completed/-, completed/-",
        "fix [late-pr],                active/-,  completed/-, completed/1",
        "[takes 6s],                   active/-,  active/-,    completed/1",
        "[takes 500ms][fail],          failed/-,  failed/-,    failed/-",
        "[status pondering],           pondering/-, completed/1, completed/1",
        "'[status waiting] [fail]',    waiting/-, failed/-,    failed/-",
    })
    void directives_set_the_outcome_of_a_job(String prompt, String after4s, String after5s, String after8s)
            throws Exception {
        String id = id(client.create("docs", prompt));
        List<String> seen = new ArrayList<>();
        for (long second : new long[] {4, 5, 8}) {
            clock.set(SettableClock.NOON.plusSeconds(second));
            seen.add(state(id));
        }

        assertThat(seen).containsExactly(after4s, after5s, after8s);
    }

    @Test
    void an_archived_job_shows_when_it_was_archived() throws Exception {
        String id = id(client.create("docs", "[archive]"));
        clock.advance(Duration.ofMinutes(1));

        assertThat(json(client.get("docs", id)).path("archivedAt").stringValue())
                .isEqualTo("2026-03-02T12:00:05Z");
    }

    @Test
    void pull_requests_are_counted_per_project() throws Exception {
        List<String> ids = List.of(
                id(client.create("docs", "p")), id(client.create("docs", "[fail]")), id(client.create("docs", "p")));
        String other = id(client.create("other", "p"));
        clock.advance(Duration.ofSeconds(5));

        assertThat(ids.stream().map(this::state)).containsExactly("completed/1", "failed/-", "completed/2");
        assertThat(json(client.get("other", other)).path("prLink").stringValue())
                .isEqualTo("https://git.example/other/pull/1");
    }

    @Test
    void a_message_restarts_the_job_with_its_own_directives() throws Exception {
        String id = id(client.create("docs", "p"));
        clock.advance(Duration.ofSeconds(5));

        client.message("docs", id, "[fail][takes 1s]");
        assertThat(state(id)).isEqualTo("active/1");
        clock.advance(Duration.ofSeconds(1));
        assertThat(state(id)).isEqualTo("failed/1");
    }

    @Test
    void a_message_while_the_job_is_active_prolongs_it() throws Exception {
        String id = id(client.create("docs", "p"));
        clock.advance(Duration.ofSeconds(3));
        client.message("docs", id, "p");

        clock.advance(Duration.ofSeconds(4));
        assertThat(state(id)).isEqualTo("active/-");
        clock.advance(Duration.ofSeconds(1));
        assertThat(state(id)).isEqualTo("completed/1");
    }

    @Test
    void beyond_the_limit_the_oldest_job_is_dropped() throws Exception {
        String first = id(client.create("docs", "p"));
        for (int i = 0; i < 5; i++) {
            assertThat(client.get("docs", first).statusCode()).isEqualTo(200);
            client.create("docs", "p");
        }

        assertThat(client.get("docs", first).statusCode()).isEqualTo(404);
    }

    @Test
    void random_durations_depend_on_the_seed() {
        assertThat(lengths(7)).isEqualTo(lengths(7)).isNotEqualTo(lengths(8));
        assertThat(lengths(7)).allSatisfy(millis -> assertThat(millis).isBetween(1_000L, 1_099L));
    }

    @Test
    void the_default_outcome_is_a_setting() {
        ScriptedAgent agent =
                new ScriptedAgent(SandboxSettings.of("jobs.outcome=no-changes").jobs());
        JobResource job = agent.start("1", "docs", "p", clock.instant(), null)
                .at(clock.instant().plusSeconds(5));

        assertThat(job.status()).isEqualTo("completed");
        assertThat(job.prLink()).isNull();
    }

    private List<Long> lengths(long seed) {
        ScriptedAgent agent =
                new ScriptedAgent(SandboxSettings.of("jobs.takes=1s", "jobs.takes-at-most=1099ms", "jobs.seed=" + seed)
                        .jobs());
        List<Long> lengths = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            SimulatedJob job = agent.start("1", "docs", "p", clock.instant(), null);
            long millis = 0;
            while (job.at(clock.instant().plusMillis(millis)).status().equals("active")) {
                millis++;
            }
            lengths.add(millis);
        }
        return lengths;
    }

    private String state(String id) {
        try {
            JsonNode job = json(client.get("docs", id));
            String link = job.path("prLink").stringValue("");
            return job.path("status").stringValue() + "/" + (link.isEmpty() ? "-" : link.substring(LINK.length()));
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }
}
