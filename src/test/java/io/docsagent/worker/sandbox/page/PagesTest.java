package io.docsagent.worker.sandbox.page;

import static io.docsagent.worker.sandbox.Client.id;
import static io.docsagent.worker.sandbox.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.sandbox.Client;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tools.jackson.databind.JsonNode;

/** The pages as a browser without scripts uses them. */
class PagesTest {

    /** Long enough for a machine that is busy with other tests. */
    private static final Duration TO_END = Duration.ofMinutes(1);

    private static final String EVIL = "<script>alert(1)</script><img src=x onerror='alert(\"2\")'>";
    private static final Pattern TOKEN = Pattern.compile("name=token value=\"([0-9a-f]+)\"");

    private final Sandbox sandbox = Sandbox.start(
            SandboxSettings.of("agent.kind=writer", "jobs.takes=0s", "quota.capacity=5", "control.enabled=true"));
    private final Client client = new Client(sandbox);
    private final HttpClient browser =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private @Nullable String cookie;

    @AfterEach
    void stop() {
        browser.close();
        client.close();
        sandbox.close();
    }

    @Test
    void a_pull_request_is_read_merged_and_followed_up() throws Exception {
        HttpResponse<String> created = client.create("docs", "Add a page about rate limits");
        String id = id(created);
        JsonNode job = ended(id);
        assertThat(job.path("source")).isEqualTo(json(created).path("source"));
        String link = job.path("prLink").stringValue();
        assertThat(link).isEqualTo(sandbox.baseUrl() + "/projects/docs/pulls/1");
        assertThat(job.path("source").path("repository").stringValue()).startsWith("file:///");
        assertThat(job.path("source").path("ref").stringValue()).isEqualTo("main");

        HttpResponse<String> page = get("/projects/docs/pulls/1");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body())
                .contains("Add a page about rate limits", "docs/guides/rate-limits.md", "<h1>Rate limits</h1>")
                .contains("1 commit", "2 files changed");

        assertThat(post("/projects/docs/jobs/" + id + "/message", "prompt", "Add an example with curl")
                        .statusCode())
                .isEqualTo(303);
        ended(id);
        assertThat(get("/projects/docs/pulls/1").body()).contains("2 commits", "Add an example with curl");

        assertThat(post("/projects/docs/pulls/1/merge", "", "").headers().firstValue("Location"))
                .contains("/projects/docs/pulls/1");
        assertThat(get("/projects/docs/pulls/1").body())
                .contains("badge merged")
                .doesNotContain(">Merge<");
        HttpResponse<String> again = post("/projects/docs/pulls/1/merge", "", "");
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains("no longer open");
    }

    @Test
    void projects_show_what_is_left_and_when_it_comes_back() throws Exception {
        ended(id(client.create("docs", "[no-changes] p")));

        assertThat(get("/").body())
                .contains("href=\"/projects/docs\"", "<strong>4</strong> of 5 uses left", "all uses return at");
        assertThat(get("/projects/docs").body()).contains("badge completed", "<strong>4</strong>");
    }

    @Test
    void a_job_shows_why_it_failed_and_can_be_archived() throws Exception {
        String id = id(client.create("docs", "[fail] p"));
        assertThat(ended(id).path("status").stringValue()).isEqualTo("failed");

        assertThat(get("/projects/docs/jobs/" + id).body()).contains("badge failed", "by its directive [fail]");
        post("/projects/docs/jobs/" + id + "/archive", "", "");
        JsonNode job = json(client.get("docs", id));
        assertThat(job.path("status").stringValue()).isEqualTo("archived");
        assertThat(job.path("archivedAt").isString()).isTrue();
    }

    @Test
    void a_long_prompt_is_not_shown_whole() throws Exception {
        String id = id(client.create("docs", "[no-changes] " + "😀".repeat(100_000)));
        ended(id);

        assertThat(get("/projects/docs/jobs/" + id).body())
                .hasSizeLessThan(50_000)
                .contains("😀".repeat(19_000), "Only the first 20,000 characters of the prompt are shown")
                .doesNotContain("😀?");
        assertThat(get("/projects/docs/jobs/" + shortJob()).body()).doesNotContain("characters of the prompt");
    }

    private String shortJob() throws Exception {
        String id = id(client.create("docs", "[no-changes] p"));
        ended(id);
        return id;
    }

    @Test
    void what_users_write_is_never_markup() throws Exception {
        String project = URLEncoder.encode(EVIL, StandardCharsets.UTF_8).replace("+", "%20");
        String id = id(client.create(project, EVIL));
        Awaitility.await().atMost(TO_END).until(() -> !isActive(project, id));
        client.message(project, id, "Describe " + EVIL + " in docs/evil.md");
        Awaitility.await().atMost(TO_END).until(() -> !isActive(project, id));

        for (String path : new String[] {
            "/", "/projects/" + project, "/projects/" + project + "/jobs/" + id, "/projects/" + project + "/pulls/1"
        }) {
            HttpResponse<String> page = get(path);
            assertThat(page.statusCode()).as(path).isEqualTo(200);
            assertThat(page.body())
                    .as(path)
                    .contains("alert(1)")
                    .doesNotContain("<script>")
                    .doesNotContain("<img")
                    .doesNotContain(EVIL);
            assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                    .contains("default-src 'none'", "script-src 'self'", "form-action 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
        }
    }

    @Test
    void a_form_of_another_site_is_refused() throws Exception {
        String id = id(client.create("docs", "Add a page about rate limits"));
        ended(id);
        String merge = "/projects/docs/pulls/1/merge";
        String token = token();

        assertThat(send(form(merge, "token=" + token)).statusCode())
                .as("no session")
                .isEqualTo(403);
        assertThat(send(withSession(form(merge, "token="))).statusCode()).isEqualTo(403);
        assertThat(send(withSession(form(merge, "token=%"))).statusCode()).isEqualTo(403);
        assertThat(send(withSession(form(merge, "token=" + "0".repeat(64)))).statusCode())
                .isEqualTo(403);
        assertThat(send(form(merge, "token=" + token).header("Cookie", "sandbox-session=mine"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(send(withSession(form(merge, "token=" + token)).header("Sec-Fetch-Site", "cross-site"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(get("/projects/docs/pulls/1").body()).contains("badge open");
        assertThat(send(withSession(form(merge, "token=" + token)).header("Sec-Fetch-Site", "same-origin"))
                        .statusCode())
                .isEqualTo(303);
    }

    @Test
    void an_unknown_page_is_not_found() throws Exception {
        ended(id(client.create("docs", "[no-changes] p")));

        for (String path : new String[] {
            "/projects",
            "/projects/docs/jobs/none",
            "/projects/docs/pulls/1",
            "/projects/docs/pulls/x",
            "/_assets/none",
            "/_assets/../docs.json",
            "/projects/docs/elsewhere/1"
        }) {
            assertThat(get(path).statusCode()).as(path).isEqualTo(404);
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_configured_program_is_the_agent_and_its_output_is_on_the_jobs_page() throws Exception {
        try (Sandbox own = Sandbox.start(SandboxSettings.of(
                        "agent.kind=command",
                        "agent.command[0]=sh",
                        "agent.command[1]=-c",
                        "agent.command[2]=cat > docs/own.md; echo \"key: $KEY\"; ls docs/fail.md",
                        "jobs.takes=0s"));
                Client other = new Client(own)) {
            String id = id(other.create("docs", "As I like it"));
            Awaitility.await()
                    .atMost(TO_END)
                    .until(() -> !json(other.get("docs", id))
                            .path("status")
                            .stringValue()
                            .equals("active"));

            assertThat(json(other.get("docs", id)).path("status").stringValue()).isEqualTo("failed");
            assertThat(other.send(other.request("/projects/docs/jobs/" + id)).body())
                    .contains("The agent ended with exit code 2", "exit code 2", "key: \n", "fail.md");
        }
    }

    @Test
    void without_repositories_there_are_no_pages() throws Exception {
        try (Sandbox noop = Sandbox.start(SandboxSettings.of());
                Client other = new Client(noop)) {
            assertThat(other.send(other.request("/")).statusCode()).isEqualTo(404);
            assertThat(other.send(other.request("/_sandbox/faults")).statusCode())
                    .isEqualTo(404);
        }
    }

    private JsonNode ended(String id) throws Exception {
        Awaitility.await().atMost(TO_END).pollInterval(Duration.ofMillis(20)).until(() -> !isActive("docs", id));
        return json(client.get("docs", id));
    }

    private boolean isActive(String project, String id) throws Exception {
        return json(client.get(project, id)).path("status").stringValue().equals("active");
    }

    private HttpResponse<String> get(String path) throws Exception {
        HttpResponse<String> response = send(withSession(HttpRequest.newBuilder(URI.create(sandbox.baseUrl() + path))));
        response.headers().firstValue("Set-Cookie").ifPresent(set -> cookie = set.substring(0, set.indexOf(';')));
        return response;
    }

    private HttpResponse<String> post(String path, String field, String value) throws Exception {
        String fields = "token=" + token() + "&" + field + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
        return send(withSession(form(path, fields)));
    }

    /** As on the page of the first job. */
    private String token() throws Exception {
        Matcher link = Pattern.compile("/projects/docs/jobs/\\w+")
                .matcher(get("/projects/docs").body());
        assertThat(link.find()).isTrue();
        Matcher token = TOKEN.matcher(get(link.group()).body());
        assertThat(token.find()).isTrue();
        return Objects.requireNonNull(token.group(1));
    }

    private HttpRequest.Builder form(String path, String fields) {
        return HttpRequest.newBuilder(URI.create(sandbox.baseUrl() + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(fields));
    }

    private HttpRequest.Builder withSession(HttpRequest.Builder request) {
        return cookie == null ? request : request.header("Cookie", cookie);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return browser.send(request.build(), BodyHandlers.ofString());
    }
}
