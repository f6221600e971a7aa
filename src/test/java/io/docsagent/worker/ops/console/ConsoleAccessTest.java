package io.docsagent.worker.ops.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.ops.port.PortToken;
import io.docsagent.worker.ops.projects.FakeProjects;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may read the console, and how a browser shows that it may. */
class ConsoleAccessTest {

    private static final String TOKEN = "0123456789abcdef-token";
    private static final String PAGE = "<h1>Projects</h1>";

    @TempDir
    Path folder;

    private final FakeProjects projects = new FakeProjects();

    private PortToken token(String text) throws IOException {
        return PortToken.read(Files.writeString(folder.resolve("token"), text));
    }

    @Test
    void without_a_token_everybody_reads_and_nobody_writes() throws Exception {
        try (OpenConsole console = new OpenConsole(projects, null)) {
            assertThat(console.get("/").body()).contains(PAGE).doesNotContain("Log out");
            assertThat(console.post("/", "token=x").statusCode()).isEqualTo(405);
            assertThat(console.get("/none").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void with_a_token_nothing_but_the_form_and_its_style_is_shown() throws Exception {
        try (OpenConsole console = new OpenConsole(projects, token(TOKEN))) {
            for (String path : new String[] {"/", "/projects/docs", "/none", "/assets/../", "/assets/none"}) {
                HttpResponse<String> answer = console.get(path);
                assertThat(answer.statusCode()).as(path).isEqualTo(401);
                assertThat(answer.body()).contains("<h1>Log in</h1>").doesNotContain(PAGE, "Log out");
            }
            assertThat(console.get("/assets/console.css").statusCode()).isEqualTo(200);
            assertThat(console.get("/assets/console.js").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({"200, Bearer 0123456789abcdef-token", "401, Bearer 0123456789abcdef-tokem", "401, Bearer", "401, x"})
    void the_header_of_the_management_port_is_enough(int status, String authorization) throws Exception {
        try (OpenConsole console = new OpenConsole(projects, token(TOKEN))) {
            assertThat(console.get("/", "Authorization", authorization).statusCode())
                    .isEqualTo(status);
        }
    }

    @Test
    void a_log_in_leads_back_to_the_page_with_a_cookie_that_no_script_reads() throws Exception {
        try (OpenConsole console = new OpenConsole(projects, token(TOKEN))) {
            HttpResponse<String> answer = console.post("/projects/a%2Fb?x=y", "token=" + TOKEN + "%0A");

            assertThat(answer.statusCode()).isEqualTo(303);
            assertThat(answer.headers().firstValue("Location")).contains("/projects/a%2Fb?x=y");
            String cookie = answer.headers().firstValue("Set-Cookie").orElseThrow();
            assertThat(cookie)
                    .startsWith("docs-agent-console-" + console.port() + "=")
                    .containsIgnoringCase("; Max-Age=43200; ")
                    .containsIgnoringCase("; Path=/; HttpOnly; SameSite=Lax")
                    .doesNotContain(TOKEN);
            assertThat(console.get("/", "Cookie", nameAndValue(cookie)).body()).contains(PAGE);
        }
    }

    /** The form may be open in one tab while another one has logged in. */
    @Test
    void a_log_in_with_an_open_session_leads_to_the_page_as_well() throws Exception {
        try (OpenConsole console = new OpenConsole(projects, token(TOKEN))) {
            String cookie = nameAndValue(console.post("/", "token=" + TOKEN)
                    .headers()
                    .firstValue("Set-Cookie")
                    .orElseThrow());

            assertThat(console.post("/inbox", "token=" + TOKEN, "Cookie", cookie)
                            .statusCode())
                    .isEqualTo(303);
        }
    }

    @Test
    void a_log_out_removes_the_cookie_and_leads_to_the_log_in() throws Exception {
        try (OpenConsole console = new OpenConsole(projects, token(TOKEN))) {
            String cookie = nameAndValue(console.post("/", "token=" + TOKEN)
                    .headers()
                    .firstValue("Set-Cookie")
                    .orElseThrow());
            assertThat(console.get("/", "Cookie", cookie).body()).contains("<form method=post action=/log-out");

            HttpResponse<String> answer = console.post("/log-out", "", "Cookie", cookie);

            assertThat(answer.statusCode()).isEqualTo(303);
            assertThat(answer.headers().firstValue("Location")).contains("/");
            assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
                    .startsWith("docs-agent-console-" + console.port() + "=; ")
                    .contains("; Max-Age=0; ", "; Path=/; ");
            HttpResponse<String> ofAnotherSite =
                    console.post("/log-out", "", "Cookie", cookie, "Sec-Fetch-Site", "cross-site");
            assertThat(ofAnotherSite.statusCode()).isEqualTo(403);
            assertThat(ofAnotherSite.headers().firstValue("Set-Cookie")).isEmpty();
            // As of another site where the browser does not say so.
            HttpResponse<String> withoutCookie = console.post("/log-out", "");
            assertThat(withoutCookie.statusCode()).isEqualTo(401);
            assertThat(withoutCookie.headers().firstValue("Set-Cookie")).isEmpty();
        }
    }

    @Test
    void style_and_script_are_answered_while_all_threads_of_pages_are_taken() throws Exception {
        try (OpenConsole console = new OpenConsole(projects, token(TOKEN))) {
            var depth = new AtomicInteger();
            var refused = new AtomicInteger();
            var style = new AtomicInteger();
            projects.beforeEach = () -> {
                if (depth.incrementAndGet() < OpenConsole.MAX_REQUESTS) {
                    console.get("/", "Authorization", "Bearer " + TOKEN);
                } else {
                    HttpResponse<String> more = console.get("/", "Authorization", "Bearer " + TOKEN);
                    refused.set(more.statusCode());
                    assertThat(more.headers().firstValue("Content-Security-Policy"))
                            .isPresent();
                    style.set(console.get("/assets/console.css").statusCode());
                }
            };

            assertThat(console.get("/", "Authorization", "Bearer " + TOKEN).statusCode())
                    .isEqualTo(200);
            assertThat(refused).hasValue(503);
            assertThat(style).hasValue(200);
        }
    }

    private static String nameAndValue(String cookie) {
        return cookie.substring(0, cookie.indexOf(';'));
    }

    @Test
    void a_session_ends_with_its_time_and_with_its_token() throws Exception {
        String cookie;
        try (OpenConsole console = new OpenConsole(projects, token(TOKEN))) {
            cookie = nameAndValue(console.post("/", "token=" + TOKEN)
                    .headers()
                    .firstValue("Set-Cookie")
                    .orElseThrow());
            console.now = FakeProjects.NOW.plus(Sessions.LASTS).minusSeconds(1);
            assertThat(console.get("/", "Cookie", cookie).statusCode()).isEqualTo(200);
            String longer = cookie.replaceFirst("=.", "=2");
            assertThat(console.get("/", "Cookie", longer).statusCode()).isEqualTo(401);
            console.now = console.now.plusSeconds(1);
            assertThat(console.get("/", "Cookie", cookie).statusCode()).isEqualTo(401);
        }
        try (OpenConsole console = new OpenConsole(projects, token("another-0123456789abcdef"))) {
            assertThat(console.get("/", "Cookie", cookie).statusCode()).isEqualTo(401);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "=", "1.", "x.y", "99999999999999999999.00"})
    void what_is_no_session_does_not_open(String session) throws Exception {
        try (OpenConsole console = new OpenConsole(projects, token(TOKEN))) {
            assertThat(console.get("/", "Cookie", "docs-agent-console-" + console.port() + "=" + session)
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void a_wrong_log_in_says_so_and_none_leads_to_another_site() throws Exception {
        try (OpenConsole console = new OpenConsole(projects, token(TOKEN))) {
            for (String form : new String[] {
                "",
                "token=",
                "token=wrong",
                "other=" + TOKEN,
                "token=" + "x".repeat(99_999),
                "token=%zz",
                "token=" + TOKEN + "%",
                "token=" + TOKEN + "&%"
            }) {
                HttpResponse<String> answer = console.post("/", form);
                assertThat(answer.statusCode()).as(form).isEqualTo(401);
                assertThat(answer.body()).contains("The token is wrong.");
                assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
            }
            assertThat(console.post("/", "token=" + TOKEN, "Sec-Fetch-Site", "cross-site")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(console.post("//other.example/", "token=" + TOKEN)
                            .headers()
                            .firstValue("Location"))
                    .contains("/");
            assertThat(console.post("//other.example/?//other.example", "token=" + TOKEN)
                            .headers()
                            .firstValue("Location"))
                    .contains("/?//other.example");
        }
    }

    @Test
    void pages_take_nothing_from_elsewhere_and_are_not_kept() throws Exception {
        try (OpenConsole console = new OpenConsole(projects, token(TOKEN))) {
            var headers = console.get("/").headers();

            assertThat(headers.firstValue("Content-Security-Policy").orElseThrow())
                    .startsWith("default-src 'none'; ")
                    .contains("frame-ancestors 'none'")
                    .doesNotContain("unsafe", "http", "*");
            assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(headers.firstValue("Cache-Control")).contains("no-store");
        }
        try (OpenConsole console = new OpenConsole(projects, null)) {
            assertThat(console.post("/", "").headers().firstValue("Content-Security-Policy"))
                    .isPresent();
        }
    }
}
