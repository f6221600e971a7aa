package io.docsagent.worker.sandbox.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocsWriterTest {

    private static final List<String> SEED = List.of(
            "docs.json",
            "docs/index.md",
            "docs/quickstart.md",
            "docs/guides/authentication.md",
            "docs/guides/webhooks.md",
            "docs/api/reference.md");

    @TempDir
    private Path tree;

    @BeforeEach
    void seed() throws IOException {
        for (String name : SEED) {
            Path file = tree.resolve(name);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/sandbox/site/" + name))) {
                Files.copy(in, file);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Add a page about rate limits                             | docs/guides/rate-limits.md         | # Rate limits
            Please write a guide on <b>SSO</b>.                      | docs/guides/b-sso-b.md             | # &lt;b>SSO&lt;/b>
            Document the endpoint GET /v1/exports/{id}               | docs/api/reference.md              | ## GET /v1/exports/{id}
            document POST /v1/exports please                         | docs/api/reference.md              | curl -X POST "https://api.acme.example/v1/exports" \\
            Fix the typo recieve → receive                           | docs/index.md                      | You will receive an answer
            Fix the typo "recieve" -> "receive".                     | docs/index.md                      | You will receive an answer
            Also add error handling examples to the quickstart       | docs/quickstart.md                 | ## Error handling
            Add an example with curl to the webhooks guide           | docs/guides/webhooks.md            | ## Example: curl
            Describe the new export endpoint in docs/api/export.md.  | docs/api/export.md                 | # Export endpoint
            Rename the page Webhooks to Event notifications          | docs/guides/event-notifications.md | # Event notifications
            Make everything better, <script>alert(1)</script>        | docs/requests/make-everything-better-script-alert-1-script.md | > Make everything better, &lt;script>alert(1)&lt;/script>
            """)
    void understands(String prompt, String page, String line) throws IOException {
        write(prompt);

        assertThat(Files.readString(tree.resolve(page))).contains(line);
        assertThat(Files.readString(tree.resolve("docs.json"))).contains('"' + page.replace(".md", "") + '"');
    }

    @Test
    void renaming_a_page_updates_its_links_and_the_navigation() throws IOException {
        write("Rename page webhooks → Events");

        assertThat(tree.resolve("docs/guides/webhooks.md")).doesNotExist();
        assertThat(Files.readString(tree.resolve("docs/quickstart.md"))).contains("](guides/events.md)");
        assertThat(Files.readString(tree.resolve("docs.json")))
                .contains("guides/events")
                .doesNotContain("webhooks");
    }

    @Test
    void an_edit_of_the_navigation_changes_no_other_line() throws IOException {
        List<String> before = Files.readAllLines(tree.resolve("docs.json"));
        write("Add a page about rate limits");

        List<String> after = Files.readAllLines(tree.resolve("docs.json"));
        assertThat(after).hasSize(before.size() + 1);
        assertThat(after)
                .containsAll(before.stream()
                        .filter(line -> !line.contains("webhooks"))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Fix the typo nowhere-to-be-found → x",
                "Rename the page Nothing to Something",
                "Add a page about quickstart-like things"
            })
    void a_request_that_is_done_already_or_impossible_changes_nothing(String prompt) throws IOException {
        write("Add a page about quickstart-like things");
        String navigation = Files.readString(tree.resolve("docs.json"));

        assertThat(write(prompt).log()).contains("nothing to do");
        assertThat(Files.readString(tree.resolve("docs.json"))).isEqualTo(navigation);
    }

    @Test
    void a_follow_up_without_a_page_changes_the_latest_page_of_the_job() throws IOException {
        DocsAgent.Task task = new DocsAgent.Task(
                tree, "Add an example with curl.", List.of("docs.json", "docs/index.md"), Duration.ofSeconds(1));
        new DocsWriter().edit(task);

        assertThat(Files.readString(tree.resolve("docs/index.md"))).contains("## Example: curl");
    }

    @Test
    void a_quoted_request_does_not_overwrite_another() throws IOException {
        write("Hello");
        write("Hello");

        assertThat(tree.resolve("docs/requests/hello.md")).exists();
        assertThat(tree.resolve("docs/requests/hello-2.md")).exists();
    }

    @ParameterizedTest
    @CsvSource({"'', 80", "'Fix the typo recieve → ', 400", "'', 10000"})
    void a_long_text_is_not_cut_within_a_character(String start, int limit) throws IOException {
        String before = (start + "x".repeat(limit)).substring(0, limit - 1);

        write(before + "😀" + "y".repeat(20));

        try (Stream<Path> files = Files.walk(tree)) {
            assertThat(files.filter(Files::isRegularFile).map(DocsWriterTest::text))
                    .anyMatch(text -> text.contains("x😀"));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"../outside.md", "docs/../../outside.md", ".git/x.md", "docs/link/outside.md"})
    void nothing_outside_the_tree_is_written(String page) throws IOException {
        Files.createSymbolicLink(tree.resolve("docs/link"), tree.resolveSibling("elsewhere"));

        assertThatThrownBy(() -> write("Describe evil in " + page)).isInstanceOf(IllegalArgumentException.class);
        assertThat(tree.resolveSibling("outside.md")).doesNotExist();
    }

    private AgentReport write(String prompt) {
        return new DocsWriter().edit(new DocsAgent.Task(tree, prompt, List.of(), Duration.ofSeconds(1)));
    }
}
