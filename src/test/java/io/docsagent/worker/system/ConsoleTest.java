package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Ports;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The console of a worker at work, asked over HTTP and by a person at a browser. */
@Order(1)
class ConsoleTest {

    private static final String TOKEN = "canary-management-token";
    private static final String PROMPT = "canary-prompt";
    private static final String HOSTILE = "<b>bold</b>&'";

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port = Ports.free();
    private final String console = "http://127.0.0.1:" + port;

    private RunningWorker start(Sandbox sandbox) throws Exception {
        Path token = Files.writeString(folder.resolve("token"), TOKEN);
        return RunningWorker.start(
                new EmbeddedBroker(),
                sandbox,
                "docs-agent.console.port=" + port,
                "management.server.address=127.0.0.1",
                "docs-agent.management.token-file=" + token,
                "docs-agent.quota.capacity=3");
    }

    /** Three that are sent, of which one drops its connection, and three that wait; a record that is no command. */
    private static void work(RunningWorker worker, Publisher publisher, Subscriber events) {
        publisher.create("docs-site", "r1", PROMPT);
        publisher.create("docs-site", "r2", "[drop after] " + PROMPT);
        publisher.create("docs-site", "r3", PROMPT);
        events.await(command("r1").and(type("job.completed")));
        events.await(command("r2").and(type("command.unknown")));
        for (String id : new String[] {"r4", "r5", HOSTILE}) {
            publisher.create("docs-site", id, PROMPT);
            events.await(command(id).and(type("command.queued")));
        }
        publisher.create("mobile-app", "m1", PROMPT);
        events.await(command("m1").and(type("job.completed")));
        publisher.publish("{\"prompt\":\"" + PROMPT + "\"}");
        operate(worker, "hold");
        events.await(type("operation.done"));
    }

    private static void operate(RunningWorker worker, String operation) {
        try (Publisher operator = new Publisher(worker, "operations")) {
            operator.publish(
                    "{\"operation\":\"" + operation + "\",\"operationId\":\"" + operation + "-1\",\"by\":\"anna\","
                            + "\"projectId\":\"mobile-app\",\"reason\":\"the repository is being moved\"}");
        }
    }

    @Test
    void pages_show_queues_uses_jobs_commands_and_what_an_operator_must_decide() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1s"));
                RunningWorker worker = start(sandbox);
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            work(worker, publisher, events);

            assertThat(http.send(request("/").build(), HttpResponse.BodyHandlers.ofString()))
                    .matches(answer ->
                            answer.statusCode() == 401 && !answer.body().contains("docs-site"));
            String projects = get("/");
            String project = get("/projects/docs-site");
            String command = get("/projects/docs-site/commands/r1");
            String inbox = get("/inbox");
            assertThat(projects)
                    .contains("<dt>waiting</dt><dd>3</dd>", "<dt>uses left</dt><dd>0 of 3</dd>", "<rect ")
                    .contains("All uses are spent", "Uses due to return: 3")
                    .contains("Held by an operator: <bdi>anna: the repository is being moved</bdi>");
            assertThat(project)
                    .contains("waits for a use of the quota until", "Unknown outcomes (1)", ">pull request</a>");
            assertThat(command).contains("<span class=\"badge accepted\">", "completed");
            assertThat(inbox)
                    .contains("resume --project mobile-app", "resolve --project docs-site --command-id r2 --as taken")
                    .contains("dlt list", "Written by this instance since its start");
            assertThat(projects + project + command + inbox).doesNotContain(PROMPT, TOKEN);
        }
    }

    private String get(String path) throws Exception {
        return http.send(
                        request(path).header("Authorization", "Bearer " + TOKEN).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(console + path));
    }

    @Test
    void a_person_logs_in_by_keyboard_and_reads_it_by_day_and_night_on_phone_and_desktop() throws Exception {
        Optional<Browser> found = Browser.find();
        Assumptions.assumeTrue(found.isPresent(), "No Chromium with chromedriver on this machine: pages are not tried");
        try (Browser browser = found.orElseThrow();
                Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1s"));
                RunningWorker worker = start(sandbox);
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            work(worker, publisher, events);

            browser.open(console + "/projects/docs-site");
            browser.find("#token").sendKeys("wrong", Keys.ENTER);
            browser.awaitText("The token is wrong.");
            browser.pictures("console-log-in");
            browser.find("#token").sendKeys(TOKEN, Keys.ENTER);
            browser.awaitText("waits for a use of the quota");
            assertThat(browser.url()).isEqualTo(console + "/projects/docs-site");
            assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("401"));
            assertThat(browser.text()).contains(HOSTILE);
            assertThat(browser.count("main b")).isZero();
            browser.pictures("console-project");

            browser.open(console + "/");
            browser.find("body").sendKeys(Keys.TAB);
            assertThat(browser.focused()).isEqualTo("Skip to the content");
            browser.find("summary").sendKeys(Keys.ENTER);
            assertThat(browser.count("details[open]")).isEqualTo(1);
            browser.pictures("console-projects");
            browser.find("input[name=project]").sendKeys("docs-site");
            browser.find("input[name=command]").sendKeys(HOSTILE, Keys.ENTER);
            browser.awaitText("queued");
            assertThat(browser.find("h1").getText()).isEqualTo(HOSTILE);
            browser.pictures("console-command");

            browser.open(console + "/inbox");
            assertThat(browser.text()).contains("resume --project mobile-app", "resolve --project docs-site");
            browser.click("Copy");
            browser.pictures("console-inbox");
            assertThat(browser.complaints()).isEmpty();

            browser.open(console + "/projects/mobile-app");
            browser.click("Copy");
            browser.awaitText("Copied");
            operate(worker, "resume");
            browser.awaitWithout("the repository is being moved");

            browser.click("Log out");
            browser.awaitText("Log in");
            browser.open(console + "/projects/docs-site");
            browser.find("#token").sendKeys(TOKEN, Keys.ENTER);
            browser.awaitText("waits for a use of the quota");
            worker.stop();
            browser.awaitText("This page is out of date");
            worker.startAgain("docs-agent.management.token-file="
                    + Files.writeString(folder.resolve("another"), "another-" + TOKEN));
            browser.awaitText("Log in");
        }
    }
}
