package io.docsagent.worker.gateway.http;

import static io.docsagent.worker.gateway.ScriptedService.head;
import static io.docsagent.worker.gateway.ScriptedService.reply;
import static io.docsagent.worker.gateway.ScriptedService.write;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.gateway.BoundSettings;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.gateway.LocalAnswers;
import io.docsagent.worker.gateway.ScriptedService;
import io.docsagent.worker.gateway.keys.Redaction;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Answer.Unknown.Reason;
import io.docsagent.worker.wire.GatewayRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

/** What a reply means besides the rows of the page, which {@link RepliesTest} goes through. */
class HttpAgentApiTest {

    private static final String PROMPT = "Write the secret guide";

    private final ScriptedService service = new ScriptedService();
    private final HttpAgentApi api = api("api.response-timeout", "5s");

    private HttpAgentApi api(String... settings) {
        var all = BoundSettings.all(service.url() + "/base/", settings);
        return RealHttp.api(all, InstantSource.system(), ServiceTls.ofJvm());
    }

    @AfterEach
    void close() throws IOException {
        api.close();
        service.close();
    }

    private Answer create() {
        return send(api, null);
    }

    private static Answer send(HttpAgentApi api, @Nullable String jobId) {
        Answer answer = api.send(call(jobId)).toFuture().join();
        assertThat(answer.toString()).doesNotContain(PROMPT, BoundSettings.KEY);
        return answer;
    }

    private static GatewayRequest.Call call(@Nullable String jobId) {
        return new GatewayRequest.Call(
                "p-1", "call-1", jobId, PROMPT, Instant.now().plusSeconds(30), null);
    }

    private JobLookup look() {
        return api.lookUp("p-1", "job-1").toFuture().join();
    }

    @Test
    void a_create_is_posted_once_with_the_key_and_the_prompt() {
        assertThat(create())
                .isEqualTo(new Answer.Accepted(201, new JobSnapshot("job-1", "active", null, null, null, null, null)));
        assertThat(service.requests).singleElement().satisfies(request -> {
            assertThat(request.line()).isEqualTo("POST /base/v2/agent/p-1/job HTTP/1.1");
            assertThat(request.body()).isEqualTo("{\"prompt\":\"" + PROMPT + "\"}");
            assertThat(request.headers())
                    .containsEntry("authorization", "Bearer " + BoundSettings.KEY)
                    .containsEntry("content-type", "application/json")
                    .containsEntry("accept-encoding", "identity")
                    .doesNotContainKeys("transfer-encoding", "upgrade");
        });
    }

    @Test
    void calls_that_are_made_when_another_is_answered_are_of_several_event_loops() {
        Set<String> loops = ConcurrentHashMap.newKeySet();
        int many = 8;
        // Answered once all are there: a call that waits for its connection would take another one's.
        Phaser arrived = new Phaser(many);
        service.does((request, socket) -> {
            if (service.requests.size() > 1) {
                arrived.arriveAndAwaitAdvance();
            }
            reply(201, "{\"id\":\"job-1\"}").answer(request, socket);
        });

        api.send(call(null))
                .flatMapMany(first -> Flux.range(0, many).flatMap(each -> api.send(call(null))))
                .doOnNext(answer -> loops.add(Thread.currentThread().getName()))
                .collectList()
                .toFuture()
                .join();

        assertThat(loops).hasSizeGreaterThan(1);
    }

    @Test
    void every_field_of_the_job_is_read_and_wrong_ones_count_as_absent() {
        service.does(reply(200, """
                {"id":"job-1","status":"completed","prLink":"https://pr","source":{"repository":"r","ref":null},
                 "model":7,"createdAt":["x"],"archivedAt":"2026-01-01T00:00:00Z","news":{"a":1}}"""));
        assertThat(look())
                .isEqualTo(new JobLookup.Found(new JobSnapshot(
                        "job-1",
                        "completed",
                        "https://pr",
                        new JobSnapshot.Source("r", null),
                        null,
                        null,
                        "2026-01-01T00:00:00Z")));
        assertThat(service.requests.getFirst().line()).isEqualTo("GET /base/v2/agent/p-1/job/job-1 HTTP/1.1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"id\":\"\"}", "{\"id\":null}", "\"id\"", "{\"id\":\"\\ud800\"}", "{\"id\":\"a\"} trailing"})
    void a_success_without_a_readable_job_is_unknown(String body) {
        service.does(reply(201, body, "content-type: text/html"));
        assertThat(create()).isInstanceOfSatisfying(Answer.Unknown.class, unknown -> {
            assertThat(unknown.reason()).isEqualTo(Reason.UNREADABLE);
            assertThat(unknown.httpStatus()).isEqualTo(201);
        });
        assertThat(send(api, "job-1"))
                .isInstanceOfSatisfying(
                        Answer.Unknown.class,
                        unknown -> assertThat(unknown.reason()).isEqualTo(Reason.UNREADABLE));
        assertThat(look()).isInstanceOf(JobLookup.Failed.class);
    }

    @Test
    void what_is_longer_than_allowed_is_not_read() {
        HttpAgentApi small = api("api.max-response-size", "1KB");
        service.does(reply(200, "{\"id\":\"job-1\",\"x\":\"" + "y".repeat(5_000_000) + "\"}"));
        assertThat(send(small, null)).isInstanceOf(Answer.Unknown.class);
        assertThat(send(small, "job-1")).isInstanceOf(Answer.Unknown.class);
        small.close();
    }

    @Test
    void a_compressed_body_is_read_only_as_far_as_it_is_allowed_decompressed() {
        HttpAgentApi small = api("api.max-response-size", "64KB");
        service.does((request, socket) -> {
            byte[] zeros = gzipped("{\"id\":\"job-1\",\"x\":\"" + "0".repeat(50_000_000) + "\"}");
            write(socket, head(201, "content-encoding: gzip", "content-length: " + zeros.length) + "\r\n");
            socket.getOutputStream().write(zeros);
        });
        assertThat(send(small, null)).isInstanceOf(Answer.Unknown.class);
        small.close();
    }

    private static byte[] gzipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void a_huge_error_body_is_not_waited_for() {
        service.does((request, socket) -> {
            write(socket, head(400, "content-length: 999999999") + "\r\n{\"error\":\"" + "x".repeat(2_000_000));
        });
        assertThat(create()).isInstanceOf(Answer.Redirected.class);
        service.does(reply(400, "{\"error\":\"" + "x".repeat(1_000_000) + "\"}"));
        assertThat(create()).isEqualTo(new Answer.Rejected(400, "x".repeat(ServiceText.MAX_BYTES)));
    }

    @Test
    void strings_from_the_service_are_cut() {
        service.does(reply(422, "{\"error\":\"" + "ä".repeat(5_000) + "\"}"));
        assertThat(create())
                .isInstanceOfSatisfying(
                        Answer.Rejected.class,
                        rejected -> assertThat(rejected.message()).isEqualTo("ä".repeat(ServiceText.MAX_BYTES / 2)));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void a_redirect_is_not_followed(int status) {
        service.does(reply(status, "", "location: " + service.url() + "/elsewhere"));
        assertThat(create()).isInstanceOf(Answer.Redirected.class);
        assertThat(look()).isInstanceOf(JobLookup.Refused.class);
        assertThat(service.requests)
                .hasSize(2)
                .allSatisfy(request -> assertThat(request.line()).doesNotContain("elsewhere"));
    }

    @Test
    void what_is_not_the_services_own_names_the_setting_of_the_address() {
        service.does(reply(404, "{\"error\":\"\"}"));
        assertThat(create()).isInstanceOfSatisfying(Answer.Redirected.class, redirected -> {
            assertThat(redirected.httpStatus()).isEqualTo(404);
            assertThat(redirected.message()).contains("docs-agent.api.base-url");
        });
        assertThat(look()).isEqualTo(new JobLookup.Refused(404));
    }

    @Test
    void the_services_words_are_handed_on() {
        service.does(reply(400, "{\"error\":\"no such repository\"}"));
        assertThat(create()).isEqualTo(new Answer.Rejected(400, "no such repository"));
        service.does(reply(500, "{\"error\":\"oops\"}"));
        assertThat(create()).isEqualTo(new Answer.Unknown(Reason.SERVER_ERROR, 500, "oops"));
        service.does(reply(401, "{\"error\":\"expired\"}"));
        assertThat(create()).isEqualTo(new Answer.Unauthorized(401, "expired"));
    }

    @Test
    void a_status_can_be_declared_to_mean_later() {
        HttpAgentApi declared = api("api.throttled-statuses", "420,503");
        service.does(reply(420, "<html>", "retry-after: 7"));
        assertThat(send(declared, null)).isEqualTo(new Answer.Throttled(420, Duration.ofSeconds(7)));
        service.does(reply(503, "", "x-ratelimit-reset: 9"));
        assertThat(send(declared, null)).isEqualTo(new Answer.Throttled(503, Duration.ofSeconds(9)));
        declared.close();
    }

    @Test
    void a_declared_status_proves_that_the_call_was_not_taken() {
        HttpAgentApi declared = api("api.not-taken-statuses", "409,503");
        service.does(reply(503, ""));
        assertThat(send(declared, null)).isInstanceOf(Answer.NotTaken.class);
        service.does(reply(409, "{\"error\":\"busy\"}"));
        assertThat(send(declared, null)).isInstanceOf(Answer.NotTaken.class);
        service.does(reply(502, ""));
        assertThat(send(declared, null)).isInstanceOf(Answer.Unknown.class);
        declared.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"' 12 '|PT12S", "9999999999|PT8784H", "99999999999999999999|"})
    void a_strange_retry_after_is_trimmed_cut_or_ignored(String header, @Nullable Duration expected) {
        service.does(reply(429, "", "retry-after: " + header));
        assertThat(create()).isEqualTo(new Answer.Throttled(429, expected));
        service.does(reply(503, "{\"error\":\"busy\"}", "retry-after: " + header));
        assertThat(look()).isEqualTo(new JobLookup.Failed("busy", expected));
    }

    @Test
    void a_retry_date_without_the_services_date_is_taken_by_our_clock() {
        Reply reply = new Reply(429, "Thu, 01 Jan 2026 00:01:00 GMT", null, null, null);
        assertThat(RetryAfter.of(reply, InstantSource.fixed(Instant.parse("2026-01-01T00:00:30Z"))))
                .isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void a_key_that_the_service_quotes_is_in_no_answer() {
        String escaped = URLEncoder.encode(BoundSettings.KEY, UTF_8);
        service.does(reply(400, "{\"error\":\"no such key: Bearer " + BoundSettings.KEY + ", " + escaped + "\"}"));
        assertThat(create()).isEqualTo(new Answer.Rejected(400, "no such key: Bearer [redacted], [redacted]"));
        for (int status : new int[] {401, 403, 408, 500, 503}) {
            service.does(reply(status, "{\"error\":\"" + "x".repeat(4_090) + BoundSettings.KEY + "\"}"));
            // Cut in two, it would not be found: it is removed before.
            assertThat(create().toString()).doesNotContain("sk-");
        }
        service.does(reply(200, """
                {"id":"job-1","status":"KEY","prLink":"https://x/?KEY","source":{"repository":"KEY","ref":"KEY"},
                 "model":"KEY","createdAt":"KEY","archivedAt":"KEY"}""".replace("KEY", BoundSettings.KEY)));
        String mark = Redaction.MARK;
        JobSnapshot seen = new JobSnapshot(
                "job-1", mark, "https://x/?" + mark, new JobSnapshot.Source(mark, mark), mark, mark, mark);
        assertThat(create()).isEqualTo(new Answer.Accepted(200, seen));
        assertThat(send(api, "job-1")).isEqualTo(new Answer.Accepted(200, seen));
        assertThat(look()).isEqualTo(new JobLookup.Found(seen));
    }

    @Test
    void an_id_with_a_key_in_it_is_no_id() {
        service.does(reply(201, "{\"id\":\"job-" + BoundSettings.KEY + "\"}"));
        assertThat(create())
                .isEqualTo(new Answer.Unknown(
                        Reason.UNREADABLE, 201, "The service answered 201 without a readable job id"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://git.example/pull/1|true",
                "HTTP://git.example:8080/a?b=[c]#d|true",
                "http://127.0.0.1/ü|true",
                "javascript:alert(1)|false",
                "data:text/html,x|false",
                "file:///etc/passwd|false",
                "ftp://git.example/x|false",
                "//git.example/x|false",
                "/pull/1|false",
                "https:git.example|false",
                "https:///x|false",
                "https://|false",
                "' https://git.example'|false",
                "https://git.example/a b|false",
                "https://git.example/\\\"><script>|false",
                "https://git.example/\\n|false",
                "https://git.example/\\u202egpj|false",
                "https://git.example\\\\@evil.example|false",
                "https://git.example@evil.example/|false",
                "https://user:password@git.example/pull/1|false",
                "https://git.example/@user/pull/1|true"
            })
    void a_pull_request_is_an_address_on_the_web_or_absent(String link, boolean kept) {
        service.does(reply(200, "{\"id\":\"job-1\",\"status\":\"completed\",\"prLink\":\"" + link + "\"}"));
        assertThat(look())
                .isEqualTo(new JobLookup.Found(
                        new JobSnapshot("job-1", "completed", kept ? link : null, null, null, null, null)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"...", "..a", "..-", "~..", ".a", "a..b", "A-Z_0.9~"})
    void every_id_of_the_contract_is_sent_as_it_is(String id) {
        GatewayRequest.Call create = new GatewayRequest.Call(
                id, "call-1", null, PROMPT, Instant.now().plusSeconds(30), null);
        assertThat(api.send(create).toFuture().join()).isInstanceOf(Answer.Accepted.class);
        service.does(reply(200, "{\"id\":\"" + id + "\"}"));
        assertThat(send(api, id)).isInstanceOf(Answer.Accepted.class);
        assertThat(api.lookUp(id, id).toFuture().join()).isInstanceOf(JobLookup.Found.class);
        assertThat(service.requests)
                .extracting(ScriptedService.Request::line)
                .containsExactly(
                        "POST /base/v2/agent/" + id + "/job HTTP/1.1",
                        "POST /base/v2/agent/p-1/job/" + id + "/message HTTP/1.1",
                        "GET /base/v2/agent/" + id + "/job/" + id + " HTTP/1.1");
    }

    @Test
    void an_id_that_could_bend_the_path_is_answered_without_a_call() {
        assertThat(send(api, "../../x"))
                .isInstanceOf(Answer.Rejected.class)
                .matches(LocalAnswers::include, "says nothing about the service");
        assertThat(api.lookUp("p-1", "../../x").toFuture().join()).isInstanceOf(JobLookup.Unusable.class);
        assertThat(service.requests).isEmpty();
    }
}
