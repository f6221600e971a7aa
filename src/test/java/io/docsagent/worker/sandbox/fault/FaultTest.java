package io.docsagent.worker.sandbox.fault;

import static io.docsagent.worker.sandbox.Client.id;
import static io.docsagent.worker.sandbox.Client.json;
import static io.docsagent.worker.sandbox.api.ServiceOperation.CREATE;
import static io.docsagent.worker.sandbox.api.ServiceOperation.GET;
import static io.docsagent.worker.sandbox.api.ServiceOperation.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.sandbox.Client;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultTest {

    private static final Duration SHORT = Duration.ofMillis(300);

    private final Sandbox sandbox = Sandbox.start(SandboxSettings.of());
    private final Client client = new Client(sandbox);

    @AfterEach
    void stop() {
        sandbox.close();
        client.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 429, 503})
    void a_forced_status_is_answered_without_a_job_or_a_use(int status) throws Exception {
        sandbox.faults().add(Fault.status(status).on(CREATE));

        HttpResponse<String> answer = client.create("docs", "p");

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Retry-After")).isEmpty();
        JournalEntry entry = onlyEntry();
        assertThat(entry.status()).isEqualTo(status);
        assertThat(entry.jobId()).isNull();
        assertThat(entry.counted()).isFalse();
    }

    @Test
    void a_rule_applies_to_its_operations_only() throws Exception {
        String id = id(client.create("docs", "p"));
        sandbox.faults().add(Fault.status(500).on(MESSAGE, GET));

        assertThat(client.create("docs", "p").statusCode()).isEqualTo(201);
        assertThat(client.message("docs", id, "p").statusCode()).isEqualTo(500);
        assertThat(client.get("docs", id).statusCode()).isEqualTo(500);
    }

    @Test
    void a_rule_can_apply_to_one_project_only() throws Exception {
        sandbox.faults().add(Fault.status(401).everywhere().inProject("locked"));

        assertThat(client.create("locked", "p").statusCode()).isEqualTo(401);
        assertThat(client.create("docs", "p").statusCode()).isEqualTo(201);
    }

    @Test
    void a_rule_applies_for_its_number_of_times_or_until_it_is_removed() throws Exception {
        FaultRule lasting = Fault.status(500).on(CREATE);
        sandbox.faults().add(Fault.status(429).on(CREATE).times(2));
        sandbox.faults().add(lasting);

        assertThat(client.create("docs", "p").statusCode()).isEqualTo(429);
        assertThat(client.create("docs", "p").statusCode()).isEqualTo(429);
        assertThat(client.create("docs", "p").statusCode()).isEqualTo(500);
        assertThat(sandbox.faults().rules()).containsExactly(lasting);
        sandbox.faults().remove(lasting);
        assertThat(client.create("docs", "p").statusCode()).isEqualTo(201);
        sandbox.faults().add(lasting);
        sandbox.faults().clear();
        assertThat(client.create("docs", "p").statusCode()).isEqualTo(201);
    }

    @Test
    void a_redirect_points_elsewhere() throws Exception {
        sandbox.faults().add(Fault.redirect("https://elsewhere.example/").on(CREATE));

        HttpResponse<String> answer = client.create("docs", "p");

        assertThat(answer.statusCode()).isEqualTo(307);
        assertThat(answer.headers().firstValue("Location")).contains("https://elsewhere.example/");
    }

    @Test
    void an_answer_may_be_unreadable_although_the_job_was_created() throws Exception {
        sandbox.faults().add(Fault.truncated().on(CREATE).times(1));
        sandbox.faults().add(Fault.html().on(CREATE).times(1));
        sandbox.faults().add(Fault.empty().on(CREATE).times(1));

        HttpResponse<String> truncated = client.create("docs", "p");
        assertThat(truncated.statusCode()).isEqualTo(200);
        assertThatThrownBy(() -> json(truncated)).isInstanceOf(RuntimeException.class);
        assertThat(client.create("docs", "p").headers().firstValue("Content-Type"))
                .contains("text/html");
        assertThat(client.create("docs", "p").body()).isEmpty();
        for (JournalEntry entry : sandbox.journal().posts("docs")) {
            assertThat(client.get("docs", String.valueOf(entry.jobId())).statusCode())
                    .isEqualTo(200);
            assertThat(entry.counted()).isTrue();
        }
    }

    @Test
    void an_answer_may_be_huge() throws Exception {
        sandbox.faults().add(Fault.huge(8_000_000).on(CREATE));

        assertThat(client.create("docs", "p").body()).hasSizeGreaterThan(8_000_000);
        assertThatThrownBy(() -> Fault.huge(Integer.MAX_VALUE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_connection_that_is_lost_before_the_work_creates_no_job() {
        sandbox.faults().add(Fault.drop().on(CREATE).times(1));

        assertThatThrownBy(() -> client.create("docs", "p")).isInstanceOf(IOException.class);
        JournalEntry entry = onlyEntry();
        assertThat(entry.event()).isEqualTo("dropped");
        assertThat(entry.status()).isNull();
        assertThat(entry.jobId()).isNull();
        assertThat(entry.counted()).isFalse();
    }

    @Test
    void a_connection_that_is_lost_after_the_work_has_created_a_job() throws Exception {
        sandbox.faults().add(Fault.dropAfterWork().on(CREATE).times(1));

        assertThatThrownBy(() -> client.create("docs", "p")).isInstanceOf(IOException.class);
        JournalEntry entry = onlyEntry();
        assertThat(entry.event()).isEqualTo("dropped");
        assertThat(entry.counted()).isTrue();
        assertThat(client.get("docs", String.valueOf(entry.jobId())).statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_hang_never_answers() {
        sandbox.faults().add(Fault.hang().on(CREATE));
        sandbox.faults().add(Fault.hangAfterWork().on(GET));

        assertThatThrownBy(() -> client.withTimeout(SHORT).create("docs", "p"))
                .isInstanceOf(HttpTimeoutException.class);
        assertThat(onlyEntry().event()).isEqualTo("hung");
    }

    @Test
    void a_fault_after_the_work_does_not_apply_to_a_refused_request() throws Exception {
        sandbox.faults().add(Fault.dropAfterWork().on(CREATE).times(1));

        assertThat(client.withAuthorization("").create("docs", "p").statusCode())
                .isEqualTo(401);
        assertThatThrownBy(() -> client.create("docs", "p")).isInstanceOf(IOException.class);
    }

    @Test
    void a_late_answer_is_journaled_before_it_is_sent() {
        sandbox.faults().add(Fault.late(Duration.ofHours(1)).on(CREATE));

        assertThatThrownBy(() -> client.withTimeout(SHORT).create("docs", "p"))
                .isInstanceOf(HttpTimeoutException.class);
        await().untilAsserted(() -> assertThat(onlyEntry().status()).isEqualTo(201));
    }

    @Test
    void a_stalled_request_is_handled_although_the_client_has_disconnected() {
        Duration stall = Duration.ofMillis(800);
        sandbox.faults().add(Fault.stalled(stall).on(CREATE));

        assertThatThrownBy(() -> client.withTimeout(SHORT).create("docs", "p"))
                .isInstanceOf(HttpTimeoutException.class);
        await().untilAsserted(() -> assertThat(sandbox.journal().entries()).hasSize(1));
        assertThat(onlyEntry().counted()).isTrue();
        assertThat(Duration.between(onlyEntry().arrivedAt(), onlyEntry().handledAt()))
                .isGreaterThanOrEqualTo(stall.minusMillis(50));
    }

    @Test
    void delays_add_up_and_the_first_end_applies() throws Exception {
        sandbox.faults().add(Fault.stalled(Duration.ofMillis(100)).on(CREATE));
        sandbox.faults().add(Fault.status(502).on(CREATE));
        sandbox.faults().add(Fault.stalled(Duration.ofMillis(100)).on(CREATE));
        sandbox.faults().add(Fault.status(503).on(CREATE));

        assertThat(client.create("docs", "p").statusCode()).isEqualTo(502);
        assertThat(Duration.between(onlyEntry().arrivedAt(), onlyEntry().handledAt()))
                .isGreaterThanOrEqualTo(Duration.ofMillis(150));
    }

    private JournalEntry onlyEntry() {
        assertThat(sandbox.journal().entries()).hasSize(1);
        return sandbox.journal().entries().getFirst();
    }
}
