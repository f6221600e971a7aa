package io.docsagent.worker.sandbox.page;

import static io.docsagent.worker.sandbox.Client.id;
import static io.docsagent.worker.sandbox.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.sandbox.Client;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Pull requests that are too large to show, which their pages say; each prompt is the script that creates one. */
@DisabledOnOs(OS.WINDOWS)
class HeavyPagesTest {

    private final Sandbox sandbox =
            Sandbox.start(SandboxSettings.of("agent.kind=command", "agent.command[0]=sh", "jobs.takes=0s"));
    private final Client client = new Client(sandbox).withTimeout(Duration.ofSeconds(10));

    @AfterEach
    void stop() {
        client.close();
        sandbox.close();
    }

    @Test
    void a_long_file_is_not_compared() throws Exception {
        String id = ended("awk 'BEGIN { for (i = 0; i < 250000; i++) print i % 7 }' > docs/long.md");
        assertThat(page(1)).contains("docs/long.md", "250,000 lines");

        client.message("docs", id, "awk 'BEGIN { for (i = 0; i < 250000; i++) print i * i % 9 }' > docs/long.txt");
        Awaitility.await().until(() -> !isActive(id));
        assertThat(page(1)).contains("docs/long.md", "docs/long.txt", "250,000 lines");
    }

    @Test
    void many_files_that_are_each_just_short_enough_are_not_all_compared() throws Exception {
        ended("for n in $(seq 100); do "
                + "awk -v n=$n 'BEGIN { for (i = 0; i < 9000; i++) print i * n % 11 }' > docs/part-$n.md; done");

        assertThat(page(1)).contains("docs/part-100.md", "too large");
    }

    @Test
    void a_huge_table_is_not_rendered() throws Exception {
        ended("awk 'BEGIN { for (i = 0; i < 10000; i++) h = h \"|a\"; for (i = 0; i < 10000; i++) d = d \"|-\"; "
                + "print h; print d; for (i = 0; i < 9000; i++) print \"|b\" }' > docs/table.md");

        assertThat(page(1)).contains("docs/table.md", "too large to render");
    }

    @Test
    void a_link_is_shown_as_its_target() throws Exception {
        ended("ln -s '<b>index.md' docs/link.md");

        assertThat(page(1)).contains("docs/link.md", "&lt;b&gt;index.md").doesNotContain("class=rendered");
    }

    private String page(int number) throws Exception {
        HttpResponse<String> page = client.send(client.request("/projects/docs/pulls/" + number));
        assertThat(page.statusCode()).isEqualTo(200);
        return page.body();
    }

    private String ended(String script) throws Exception {
        String id = id(client.create("docs", script));
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !isActive(id));
        assertThat(json(client.get("docs", id)).path("status").stringValue()).isEqualTo("completed");
        return id;
    }

    private boolean isActive(String id) throws Exception {
        return json(client.get("docs", id)).path("status").stringValue().equals("active");
    }
}
