package io.docsagent.worker.sandbox.quota;

import static io.docsagent.worker.sandbox.Client.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.clock.SettableClock;
import io.docsagent.worker.sandbox.Client;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaOverHttpTest {

    private final SettableClock clock = new SettableClock(SettableClock.NOON);

    @Test
    void create_and_message_share_one_counter_per_project() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("quota.capacity=2"), clock);
                Client client = new Client(sandbox)) {
            String id = id(client.create("docs", "p"));
            assertThat(client.message("docs", id, "p").statusCode()).isEqualTo(200);

            assertThat(client.create("docs", "p").statusCode()).isEqualTo(429);
            assertThat(client.message("docs", id, "p").statusCode()).isEqualTo(429);
            assertThat(client.create("other", "p").statusCode()).isEqualTo(201);
            assertThat(client.get("docs", id).statusCode()).isEqualTo(200);
            clock.advance(Duration.ofHours(1));
            assertThat(client.create("docs", "p").statusCode()).isEqualTo(201);
        }
    }

    @Test
    void requests_that_fail_after_the_key_was_checked_spend_a_use() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("quota.capacity=2"), clock);
                Client client = new Client(sandbox)) {
            client.withAuthorization("").create("docs", "unauthorized");
            client.post("/v2/agent/docs/job", "{}");
            client.message("docs", "job_unknown", "p");

            assertThat(client.create("docs", "p").statusCode()).isEqualTo(429);
            assertThat(sandbox.journal().posts("docs"))
                    .extracting(JournalEntry::counted)
                    .containsExactly(false, true, true, false);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "seconds, '3600'",
        "date, 'Mon, 02 Mar 2026 13:00:00 GMT'",
        "absent, ",
    })
    void a_refusal_has_a_retry_after(String setting, String header) throws Exception {
        SandboxSettings settings = SandboxSettings.of("quota.capacity=1", "quota.retry-after=" + setting);
        try (Sandbox sandbox = Sandbox.start(settings, clock);
                Client client = new Client(sandbox)) {
            client.create("docs", "p");
            HttpResponse<String> refusal = client.create("docs", "p");

            assertThat(refusal.statusCode()).isEqualTo(429);
            assertThat(refusal.headers().firstValue("Retry-After").orElse(null)).isEqualTo(header);
            assertThat(Client.json(refusal).path("error").isString()).isTrue();
        }
    }

    @Test
    void the_wait_is_rounded_up() {
        assertThat(RetryAfterFormat.SECONDS.value(SettableClock.NOON, Duration.ofMillis(1_001)))
                .isEqualTo("2");
        assertThat(RetryAfterFormat.DATE.value(SettableClock.NOON, Duration.ofMillis(1)))
                .endsWith("12:00:01 GMT");
    }

    @ParameterizedTest
    @CsvSource({"rolling, 0", "fixed-window, 2", "token-bucket, 1"})
    void the_limiter_is_a_setting(String limiter, int grantedHalfAnHourLater) throws Exception {
        clock.advance(Duration.ofMinutes(30));
        SandboxSettings settings = SandboxSettings.of("quota.capacity=2", "quota.limiter=" + limiter);
        try (Sandbox sandbox = Sandbox.start(settings, clock);
                Client client = new Client(sandbox)) {
            client.create("docs", "p");
            client.create("docs", "p");
            clock.advance(Duration.ofMinutes(30));

            int granted = 0;
            while (client.create("docs", "p").statusCode() == 201) {
                granted++;
            }
            assertThat(granted).isEqualTo(grantedHalfAnHourLater);
        }
    }

    @Test
    void an_empty_quota_or_a_misspelt_setting_is_refused() {
        assertThatThrownBy(() -> SandboxSettings.of("quota.capacity=0"))
                .hasRootCauseMessage("A quota needs a capacity of at least 1 and a period of at least 1 ms");
        assertThatThrownBy(() -> SandboxSettings.of("quota.capacty=3")).isInstanceOf(RuntimeException.class);
    }
}
