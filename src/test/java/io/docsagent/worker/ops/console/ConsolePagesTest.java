package io.docsagent.worker.ops.console;

import static io.docsagent.worker.ops.projects.FakeProjects.NOW;
import static io.docsagent.worker.ops.projects.FakeProjects.create;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.quota.Quota;
import io.docsagent.worker.domain.quota.Use;
import io.docsagent.worker.domain.quota.Uses;
import io.docsagent.worker.domain.state.CommandOutcome;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.JobCommands;
import io.docsagent.worker.domain.state.JobFollowing;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.Origin;
import io.docsagent.worker.ops.projects.FakeProjects;
import io.docsagent.worker.ops.projects.ProjectSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What the pages show. */
class ConsolePagesTest {

    private static final String HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>";

    /** A period and a second before they come back, in one and in 59 minutes. */
    private static final Quota SPENT = new Quota(
            0,
            Uses.of(List.of(
                    new Use(NOW.minusSeconds(3_541), Publisher.DEFAULT),
                    new Use(NOW.minusSeconds(61), Publisher.DEFAULT))),
            Map.of());

    private final FakeProjects projects = new FakeProjects();
    private final OpenConsole console = new OpenConsole(projects, null);

    @AfterEach
    void close() {
        console.close();
    }

    @Test
    void a_project_shows_its_queue_why_it_waits_and_when_its_uses_return() throws Exception {
        projects.add("docs", Hold.NONE, SPENT, 0, create("docs", 1, Priority.LOW), create("docs", 2, Priority.HIGH));

        assertThat(console.get("/").body())
                .contains("<a href=\"/projects/docs\"><bdi>docs</bdi></a>")
                .contains("<p id=stale class=bad aria-live=polite></p>")
                .contains("<dt>waiting</dt><dd>2 <span class=muted>(1 high, 0 normal, 1 low)</span></dd>")
                .contains("<dt>uses left</dt><dd>0 of 2</dd>")
                .contains("All uses are spent; the next returns at <time datetime=\"2026-11-21T10:01:00Z\">")
                .contains("<rect x=\"11\" y=\"0\" width=\"8\" height=\"40\">", "<rect x=\"591\"")
                .contains("Uses due to return: 2")
                .contains("<span>now</span><span>30 min</span><span>60 min</span>");
    }

    @Test
    void holds_say_who_or_what_until_when() throws Exception {
        projects.add(
                "docs",
                new Hold.Held(
                        Hold.Reason.THROTTLED, 1, Duration.ZERO, NOW, NOW.plusSeconds(60), 1, -1, "429 of the service"),
                Quota.UNUSED,
                0,
                create("docs", 1, Priority.NORMAL));
        projects.hold("docs", new OperatorHold("anna", "moving", NOW, NOW.plusSeconds(7_200)));

        assertThat(console.get("/").body())
                .contains(
                        "Held by an operator: <bdi>anna: moving</bdi>; until <time datetime=\"2026-11-21T12:00:00Z\">")
                .contains("Held: throttled: <bdi>429 of the service</bdi>; next probe at");
    }

    @Test
    void a_page_of_a_project_shows_queue_jobs_and_unknown_outcomes() throws Exception {
        projects.add("docs", Hold.NONE, SPENT, 1, create("docs", 1, Priority.LOW), create("docs", 2, Priority.HIGH));
        projects.remember(
                "docs", List.of(job("j1", "active", "https://forge.example/pulls/1")), List.of(unknown("docs", 3)));

        assertThat(console.get("/projects/docs").body())
                .contains("<h1><bdi>docs</bdi></h1>", "<h2 id=queue-title>Queue (2)</h2>")
                .contains("<a href=\"/projects/docs/commands/command-2\"><bdi>command-2</bdi></a>")
                .contains("waits for a use of the quota until <time datetime=\"2026-11-21T10:01:00Z\">")
                .contains("<h2 id=unknown-title>Unknown outcomes (1)</h2>", "timeout: <bdi>No answer.</bdi>")
                .contains("<a href=\"https://forge.example/pulls/1\" rel=\"noreferrer noopener\">");
    }

    @Test
    void what_is_costly_to_read_is_not_updated() throws Exception {
        projects.add("docs", Hold.NONE, SPENT, 0, create("docs", 1, Priority.LOW));
        projects.remember("docs", List.of(job("j1", "active", "")), List.of());

        assertThat(console.get("/projects/docs?live").body())
                .contains("id=queue data-live")
                .doesNotContain("id=jobs", "id=unknown");
    }

    private static Job job(String id, String status, String prLink) {
        return new Job(
                new JobSnapshot(id, status, prLink, null, null, null, null),
                new JobCommands(
                        new Origin("command-0", null, null, null, Publisher.DEFAULT, null, null), List.of(), 1, true),
                1,
                NOW,
                new JobFollowing.Followed(NOW, NOW, Duration.ZERO, null));
    }

    private static EndedCommand unknown(String projectId, long sequence) {
        var reason = new Reason("timeout", "No answer.", null);
        return EndedCommand.of(
                create(projectId, sequence, Priority.NORMAL), new CommandOutcome.Unknown(reason, null, null, NOW), NOW);
    }

    @Test
    void a_command_shows_its_life_and_none_of_its_content() throws Exception {
        projects.add("docs", Hold.NONE, SPENT, 0, create("docs", 1, Priority.LOW));

        assertThat(console.get("/projects/docs/commands/command-1").body())
                .contains("<h1><bdi>command-1</bdi></h1>", "<span class=\"badge queued\">queued</span>")
                .contains("<dt>type</dt><dd>create, low priority</dd>", "<dt>arrived</dt>")
                .doesNotContain("secret");
        assertThat(console.get("/projects/docs/commands/none"))
                .matches(answer ->
                        answer.statusCode() == 404 && answer.body().contains("Project docs has no known command none"));
        assertThat(console.get("/projects/none").statusCode()).isEqualTo(404);
    }

    @Test
    void a_command_shows_its_place_only_while_it_waits() {
        String record = """
                {"projectId":"docs","commandId":"c1","state":"%s","type":"create","attempts":1,"queue":\
                {"position":3,"reason":"quota","estimatedDispatchAt":"2026-11-21T10:01:00Z"}}""";

        assertThat(commandPage(record.formatted("queued")))
                .contains("<dt>queued</dt><dd>position 3, waiting for a use of the quota, to be sent about <time ");
        assertThat(commandPage(record.formatted("accepted")))
                .contains("<span class=\"badge accepted\">accepted</span>", "<dt>calls</dt><dd>1</dd>")
                .doesNotContain("<dt>queued", "position", "to be sent");
    }

    private static String commandPage(String record) {
        var command = JsonMappers.PUBLIC.readValue(record, CommandRecord.class);
        return new Templates(false).render("command", new CommandPage(command));
    }

    @Test
    void the_inbox_shows_holds_unknown_outcomes_and_dead_letters_with_the_commands_to_copy() throws Exception {
        var held = new Hold.Held(
                Hold.Reason.UNAUTHORIZED, 1, Duration.ZERO, NOW, NOW.plusSeconds(60), 1, -1, "401 of the service");
        projects.add("docs", held, Quota.UNUSED, 0);
        projects.hold("docs", new OperatorHold("anna", null, NOW, null));
        projects.add("calm", Hold.NONE, Quota.UNUSED, 0);
        projects.remember("calm", List.of(), List.of(unknown("calm", 3)));
        console.meters
                .counter("docs.agent.dead.letters", "topic", "docs-agent.requests", "reason", "not json")
                .increment();

        assertThat(console.get("/inbox").body())
                .contains("<pre><code>java -jar docs-agent-worker.jar resume --project docs</code></pre>")
                .contains("<pre><code>java -jar docs-agent-worker.jar probe --project docs</code></pre>")
                .contains("Unknown outcomes (1)", "resolve --project calm --command-id command-3 --as taken --job JOB<")
                .contains(
                        "<tr><td>docs-agent.requests<td>not json<td>1</tr>",
                        "java -jar docs-agent-worker.jar dlt list<")
                .doesNotContain("resume --all");
    }

    @Test
    void what_another_request_reads_is_said_to_be_missing() throws Exception {
        projects.add("docs", Hold.NONE, Quota.UNUSED, 0);
        List<String> pages = new ArrayList<>();
        projects.duringScan = () -> {
            pages.add(console.get("/inbox").body());
            pages.add(console.get("/projects/docs").body());
        };

        assertThat(console.get("/inbox").body()).contains("None.").doesNotContain("are missing");
        assertThat(pages.getFirst())
                .contains("Unknown outcomes of <bdi>this instance</bdi> are missing")
                .doesNotContain("None.");
        assertThat(pages.getLast())
                .contains("Jobs and unknown outcomes are missing")
                .doesNotContain("id=jobs");
    }

    @Test
    void what_an_instance_of_an_earlier_version_does_not_say_is_unknown() {
        projects.add("docs", Hold.NONE, SPENT, 0);
        var listing = console.endpoint.projects(null, null);
        ObjectNode json = JsonMappers.PUBLIC.valueToTree(listing.projects().getFirst());
        json.remove("activeJobs");
        json.withObject("quota").remove(List.of("returns", "period"));
        var card = ProjectCard.of(JsonMappers.PUBLIC.treeToValue(json, ProjectSummary.class), NOW);

        assertThat(new Templates(false).render("projects", new ProjectsPage(listing, List.of(card))))
                .contains("<dt>active jobs</dt><dd>unknown</dd>", "When uses return is unknown");
    }

    @Test
    void what_others_wrote_is_text() throws Exception {
        projects.add(HOSTILE, Hold.NONE, SPENT, 0, create(HOSTILE, 1, Priority.NORMAL));
        projects.hold(HOSTILE, new OperatorHold(HOSTILE, HOSTILE, NOW, null));
        projects.remember(
                HOSTILE,
                List.of(job(HOSTILE, HOSTILE, HOSTILE), job("j2", "active", "javascript:alert(1)")),
                List.of(unknown(HOSTILE, 3)));

        for (String path : List.of("/", "/inbox", Links.project(HOSTILE), Links.command(HOSTILE, HOSTILE))) {
            assertThat(console.get(path).body())
                    .contains("&lt;script&gt;")
                    .doesNotContain("<script>alert", "<img", "'><", "\"'", "href=\"javascript");
        }
        assertThat(console.get(Links.project(HOSTILE)).body()).contains("<details id=\"uses-&lt;script&gt;");
    }

    @Test
    void a_command_is_found_by_its_ids() throws Exception {
        assertThat(console.get("/find?project=docs&command=a%2Fb").headers().firstValue("Location"))
                .contains("/projects/docs/commands/a%2Fb");
        assertThat(console.get("/find?project=%2F%2Fother.example").headers().firstValue("Location"))
                .contains("/projects/%2F%2Fother.example");
        assertThat(console.get("/find").statusCode()).isEqualTo(404);
    }
}
