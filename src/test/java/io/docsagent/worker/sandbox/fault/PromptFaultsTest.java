package io.docsagent.worker.sandbox.fault;

import static io.docsagent.worker.sandbox.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.docsagent.worker.sandbox.Client;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.api.Prompt;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.http.HttpResponse;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptFaultsTest {

    private static final ThreadMXBean ALLOCATIONS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final PromptFaults faults = new PromptFaults();

    @Test
    void huge_answers_take_no_memory_before_they_are_sent() {
        Prompt prompt = new Prompt.Given(("[huge " + Fault.MAX_PADDING + " times 1] ").repeat(8));
        faults.in(prompt, "warm-up");

        long before = ALLOCATIONS.getCurrentThreadAllocatedBytes();
        List<ActiveFault> requested = faults.in(prompt, "docs");
        long allocated = ALLOCATIONS.getCurrentThreadAllocatedBytes() - before;

        assertThat(requested).hasSize(8);
        assertThat(allocated).isLessThan(1024 * 1024);
    }

    @Test
    void a_directive_with_a_number_does_not_keep_its_prompt() {
        WeakReference<String> text = counted();

        Awaitility.await().untilAsserted(() -> {
            System.gc();
            assertThat(text.get()).isNull();
        });
    }

    private WeakReference<String> counted() {
        String text = "[drop times 1] " + "x".repeat(100);
        assertThat(faults.in(new Prompt.Given(text), "docs")).hasSize(1);
        return new WeakReference<>(text);
    }

    @Test
    void directives_of_a_request_without_access_have_no_effect() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("access.keys=right"));
                Client client = new Client(sandbox)) {
            String prompt = "[answer 503 times 1] p";

            assertThat(client.withAuthorization("Bearer wrong")
                            .create("docs", prompt)
                            .statusCode())
                    .isEqualTo(401);
            Client known = client.withAuthorization("Bearer right");
            assertThat(known.create("docs", prompt).statusCode()).isEqualTo(503);
            assertThat(known.create("docs", prompt).statusCode()).isEqualTo(201);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16_383, 16_384, 16_385, 100_000})
    void a_huge_answer_is_complete(int padding) throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of());
                Client client = new Client(sandbox)) {
            HttpResponse<String> answer = client.create("docs", "[huge " + padding + "] p");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(answer.headers().firstValueAsLong("Content-Length"))
                    .hasValue(answer.body().length());
            assertThat(json(answer).path("padding").stringValue()).isEqualTo("x".repeat(padding));
            assertThat(json(answer).path("id").stringValue()).isEqualTo("job_huge");
            assertThat(sandbox.journal().entries().getFirst().status()).isEqualTo(200);
            assertThat(client.create("docs", "the connection is still usable").statusCode())
                    .isEqualTo(201);
        }
    }
}
