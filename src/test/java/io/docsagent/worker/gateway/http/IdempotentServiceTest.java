package io.docsagent.worker.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.gateway.BoundSettings;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.api.ServiceOperation;
import io.docsagent.worker.sandbox.fault.Fault;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A service that knows a repeat by its header, over a real connection. */
class IdempotentServiceTest {

    private static final String HEADER = "Idempotency-Key";

    private final Sandbox sandbox = Sandbox.start(SandboxSettings.of(
            "idempotency.header=" + HEADER, "journal.headers=idempotency-key", "jobs.takes=1h", "quota.capacity=2"));
    private final HttpAgentApi api = api("api.idempotency-header", HEADER);

    private HttpAgentApi api(String... settings) {
        return RealHttp.api(BoundSettings.all(sandbox.baseUrl(), settings), InstantSource.system(), ServiceTls.ofJvm());
    }

    @AfterEach
    void close() {
        api.close();
        sandbox.close();
    }

    private static Answer send(HttpAgentApi api, int attempt, @Nullable String jobId) {
        String callId = (jobId == null ? "create" : "message") + ".0-1." + attempt;
        var call = new GatewayRequest.Call(
                "docs", callId, jobId, "Write", Instant.now().plusSeconds(30), null);
        return api.send(call).toFuture().join();
    }

    private static String jobOf(Answer answer) {
        return Objects.requireNonNull(((Answer.Accepted) answer).job()).id();
    }

    @Test
    void a_create_whose_answer_was_lost_is_answered_with_its_job_when_it_is_repeated() {
        sandbox.faults().add(Fault.dropAfterWork().on(ServiceOperation.CREATE).times(1));

        assertThat(send(api, 1, null)).isInstanceOf(Answer.Unknown.class);
        String jobId = jobOf(send(api, 2, null));

        assertThat(sandbox.journal().posts("docs"))
                .extracting(JournalEntry::jobId)
                .containsExactly(jobId, jobId);
        assertThat(sandbox.journal().posts("docs"))
                .extracting(JournalEntry::counted)
                .containsExactly(true, false);
        assertThat(sandbox.journal().posts("docs"))
                .extracting(post -> post.headers().get("idempotency-key"))
                .doesNotContainNull()
                .hasSize(2)
                .containsOnly(IdempotencyKey.of(
                                null,
                                new GatewayRequest.Call("docs", "create.0-1.1", null, "Write", Instant.EPOCH, null))
                        .toString());
    }

    @Test
    void a_message_whose_answer_was_lost_reaches_its_job_once() {
        String jobId = jobOf(send(api, 1, null));
        sandbox.faults().add(Fault.dropAfterWork().on(ServiceOperation.MESSAGE).times(1));

        assertThat(send(api, 1, jobId)).isInstanceOf(Answer.Unknown.class);
        assertThat(jobOf(send(api, 2, jobId))).isEqualTo(jobId);

        assertThat(sandbox.journal().posts("docs"))
                .extracting(JournalEntry::counted)
                .containsExactly(true, true, false);
    }

    @Test
    void without_the_setting_there_is_no_header_and_each_attempt_is_a_job() {
        HttpAgentApi plain = api();
        assertThat(jobOf(send(plain, 1, null))).isNotEqualTo(jobOf(send(plain, 2, null)));
        assertThat(sandbox.journal().posts("docs"))
                .allSatisfy(post -> assertThat(post.headers()).isEmpty());
        plain.close();
    }
}
