package io.docsagent.worker.sandbox.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "a <img src=x onerror=alert(1)> b",
                "[x](javascript:alert(1))",
                "[x](JaVaScRiPt:alert(1))",
                "![x](javascript:alert(1))",
                "![x](https://tracker.example/x.png)",
                "[x](data:text/html;base64,PHNjcmlwdD4=)",
                "<javascript:alert(1)>",
                "[x]: javascript:alert(1)\n\n[x]",
                "```<script>\n</code></pre><script>alert(1)</script>\n```",
                "| a |\n| --- |\n| <svg onload=alert(1)> |",
                "<details open ontoggle=alert(1)>",
            })
    void active_content_is_not_rendered(String markdown) {
        assertThat(Markdown.render(markdown))
                .doesNotContainIgnoringCase("<script")
                .doesNotContainIgnoringCase("<img")
                .doesNotContainIgnoringCase("<svg")
                .doesNotContainIgnoringCase("<details")
                .doesNotContainIgnoringCase("href=\"javascript:")
                .doesNotContainIgnoringCase("href=\"data:");
    }

    @Test
    void markdown_is_rendered() {
        assertThat(Markdown.render("---\ntitle: T\n---\n# H\n\n| a |\n| --- |\n| `b` |\n\n[l](https://x.example/)"))
                .contains("<h1>H</h1>", "<td><code>b</code></td>", "href=\"https://x.example/\"")
                .doesNotContain("title: T");
    }

    @Test
    void deep_nesting_is_rendered_in_time() {
        assertThat(Markdown.render(">".repeat(20_000) + "[".repeat(20_000))).isNotEmpty();
    }
}
