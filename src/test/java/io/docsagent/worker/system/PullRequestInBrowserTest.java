package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** From a command on the topic to a merged pull request, as a person at a browser sees it. */
class PullRequestInBrowserTest {

    @Test
    void a_command_becomes_a_pull_request_that_is_read_followed_up_and_merged() throws Exception {
        Optional<Browser> found = Browser.find();
        Assumptions.assumeTrue(found.isPresent(), "No Chromium with chromedriver on this machine: pages are not tried");
        try (Browser browser = found.orElseThrow();
                Sandbox sandbox = Sandbox.start(SandboxSettings.of("agent.kind=writer", "jobs.takes=1s"));
                RunningWorker worker = RunningWorker.start(new EmbeddedBroker(), sandbox);
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            publisher.create("docs-site", "r42", "Describe the new export endpoint in docs/api/export.md.");
            publisher.create("docs-site", "r43", "[fail] Describe a page that does not exist.");
            publisher.create("mobile-app", "m1", "<script>document.title='stolen'</script><b>bold</b>");
            String link = events.await(command("r42").and(type("job.completed")))
                    .path("prLink")
                    .asString();
            events.await(command("r43").and(type("job.failed")));
            events.await(command("m1").and(type("job.completed")));

            browser.open(link);
            assertThat(browser.text()).contains("1 commit", "2 files changed", "docs/api/export.md");
            assertThat(browser.find(".diff tr.added").getText()).isNotEmpty();
            assertThat(browser.find(".rendered h1").getText()).isEqualTo("Export endpoint");
            browser.pictures("pull-request");

            browser.find("#prompt").sendKeys("Also add error handling examples to the quickstart");
            browser.click("Send");
            browser.awaitText("active");
            browser.pictures("job-active");
            browser.awaitText("Added a section “Error handling” to docs/quickstart.md");
            browser.pictures("job");

            browser.open(link);
            browser.awaitText("2 commits");
            assertThat(browser.text()).contains("Also add error handling examples to the quickstart");
            browser.click("Merge");
            browser.awaitText("merged");
            assertThat(browser.count("form[action$='/merge']")).isZero();
            browser.pictures("merged");

            browser.open(sandbox.baseUrl() + "/");
            assertThat(browser.text()).contains("docs-site", "98 of 100 uses left");
            browser.pictures("projects");
            browser.open(sandbox.baseUrl() + "/projects/docs-site");
            browser.awaitText("[fail] Describe a page");
            browser.pictures("project");

            browser.open(sandbox.baseUrl() + "/projects/mobile-app/pulls/1");
            assertThat(browser.text()).contains("<b>bold</b>", "document.title='stolen'");
            assertThat(browser.count("main b")).isZero();
            browser.pictures("hostile");
            assertThat(browser.complaints()).isEmpty();
        }
    }
}
