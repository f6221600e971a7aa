package io.docsagent.worker.sandbox.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.sandbox.Client;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultSyntaxTest {

    private final Sandbox sandbox = Sandbox.start(SandboxSettings.of());
    private final Client client = new Client(sandbox);

    @AfterEach
    void stop() {
        sandbox.close();
        client.close();
    }

    @Test
    void every_fault_can_be_parsed() {
        Map<String, FaultRule> meanings = Map.of(
                "answer 503", Fault.status(503).everywhere(),
                "answer 429 retry-after 5 times 2",
                        Fault.status(429, "5").everywhere().times(2),
                "redirect https://x.example/",
                        Fault.redirect("https://x.example/").everywhere(),
                "truncated", Fault.truncated().everywhere(),
                "html", Fault.html().everywhere(),
                "huge 10", Fault.huge(10).everywhere(),
                "hang after", Fault.hangAfterWork().everywhere(),
                "drop after times 1", Fault.dropAfterWork().everywhere().times(1),
                "late 2s", Fault.late(Duration.ofSeconds(2)).everywhere(),
                "late 2s before", Fault.stalled(Duration.ofSeconds(2)).everywhere());

        meanings.forEach((text, rule) -> assertThat(FaultSyntax.parse(text)).isEqualTo(rule));
        assertThat(FaultSyntax.parse("drop").fault()).isEqualTo(Fault.drop());
        assertThat(FaultSyntax.parse("hang").fault()).isEqualTo(Fault.hang());
        assertThat(FaultSyntax.parse("empty").fault()).isEqualTo(Fault.empty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "explode",
                "answer",
                "answer 99",
                "answer 503 twice",
                "late",
                "drop times 0",
                "huge x",
                "huge -1"
            })
    void other_text_is_refused(String text) {
        assertThatThrownBy(() -> FaultSyntax.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_directive_in_the_prompt_applies_to_that_request_only() throws Exception {
        assertThat(client.create("docs", "[answer 502] p").statusCode()).isEqualTo(502);
        assertThat(client.create("docs", "[answer 502] p").statusCode()).isEqualTo(502);
        assertThatThrownBy(() -> client.create("docs", "p [drop]")).isInstanceOf(IOException.class);
        assertThat(client.create("docs", "p").statusCode()).isEqualTo(201);
    }

    @Test
    void a_directive_with_a_number_applies_to_that_prompt_so_many_times() throws Exception {
        String prompt = "Describe it [answer 429 retry-after 1 times 2]";

        HttpResponse<String> first = client.create("docs", prompt);
        assertThat(first.statusCode()).isEqualTo(429);
        assertThat(first.headers().firstValue("Retry-After")).contains("1");
        assertThat(client.create("other", prompt).statusCode()).isEqualTo(429);
        assertThat(client.create("docs", prompt).statusCode()).isEqualTo(429);
        assertThat(client.create("docs", prompt).statusCode()).isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[drop that sentence]", "[late]", "[html5]", "[answer me]", "[", "]", "[]"})
    void brackets_in_prose_are_no_faults(String prose) throws Exception {
        assertThat(client.create("docs", prose).statusCode()).isEqualTo(201);
    }

    @Test
    void faults_can_be_set_from_the_start() throws Exception {
        SandboxSettings settings = SandboxSettings.of(
                "faults[0].fault=answer 503 retry-after 9 times 1",
                "faults[0].operations=create,message",
                "faults[0].project-id=docs",
                "faults[1].fault=answer 500",
                "faults[1].operations=get",
                "http.post-latency=120ms");
        try (Sandbox set = Sandbox.start(settings);
                Client setClient = new Client(set)) {
            assertThat(setClient.create("other", "p").statusCode()).isEqualTo(201);
            assertThat(setClient.create("docs", "p").statusCode()).isEqualTo(503);
            long began = System.nanoTime();
            assertThat(setClient.create("docs", "p").statusCode()).isEqualTo(201);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(115));
            assertThat(setClient.get("docs", "j").statusCode()).isEqualTo(500);
        }
        assertThatThrownBy(() -> SandboxSettings.of("faults[0].fault=explode"))
                .rootCause()
                .hasMessage("unknown word");
    }
}
