package io.docsagent.worker.gateway.http;

import static io.docsagent.worker.gateway.ScriptedService.head;
import static io.docsagent.worker.gateway.ScriptedService.reply;
import static io.docsagent.worker.gateway.ScriptedService.reset;
import static io.docsagent.worker.gateway.ScriptedService.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.gateway.BoundSettings;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.gateway.LocalAnswers;
import io.docsagent.worker.gateway.ScriptedService;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Answer.Unknown.Reason;
import io.docsagent.worker.wire.GatewayRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.netty.internal.shaded.reactor.pool.PoolShutdownException;

/** Every fault between us and the service, and on which side of "sent" it falls. */
class HttpAgentApiFaultTest {

    private final ScriptedService service = new ScriptedService();
    private final List<HttpAgentApi> apis = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        apis.forEach(HttpAgentApi::close);
        service.close();
    }

    private HttpAgentApi api(String url, InstantSource clock, String... more) {
        String[] settings = new String[more.length + 4];
        System.arraycopy(
                new String[] {"api.response-timeout", "800ms", "api.connect-timeout", "300ms"}, 0, settings, 0, 4);
        System.arraycopy(more, 0, settings, 4, more.length);
        WorkerProperties api = BoundSettings.all(url, settings);
        apis.add(RealHttp.api(api, clock, ServiceTls.ofJvm()));
        return apis.getLast();
    }

    private static GatewayRequest.Call call(@Nullable String jobId) {
        return new GatewayRequest.Call(
                "p-1", "call-1", jobId, "prompt", Instant.now().plusSeconds(30), null);
    }

    private static Answer send(HttpAgentApi api) {
        return api.send(call(null)).toFuture().join();
    }

    private void assertNotSent(String url, String message) {
        HttpAgentApi api = api(url, InstantSource.system(), "api.response-timeout", "3s");
        assertThat(send(api))
                .isInstanceOfSatisfying(
                        Answer.NotSent.class,
                        answer -> assertThat(answer.message()).contains(message));
        assertThat(api.lookUp("p-1", "job-1").toFuture().join()).isInstanceOf(JobLookup.Failed.class);
        assertThat(service.requests).isEmpty();
    }

    @Test
    void a_refused_connection_is_not_sent() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        assertNotSent("http://127.0.0.1:" + closed, "Could not connect to the service");
    }

    @Test
    void an_unknown_host_is_not_sent() {
        HttpAgentApi api = api("http://no-such-host.invalid", InstantSource.system(), "api.response-timeout", "3s");
        assertThat(send(api))
                .isEqualTo(new Answer.NotSent(
                        "The host of docs-agent.api.base-url, or of docs-agent.api.proxy, is unknown"));
    }

    @Test
    void a_server_without_tls_is_not_sent() {
        service.does((request, socket) -> write(socket, "hello"));
        assertNotSent("https://127.0.0.1:" + service.port(), "No TLS connection to the service (");
    }

    @Test
    void a_server_that_never_shakes_hands_is_not_sent() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            assertNotSent("https://127.0.0.1:" + silent.getLocalPort(), "No TLS connection to the service (");
        }
    }

    /** What may happen once the service has the request. */
    enum Fault implements ScriptedService.Script {
        RESET_BEFORE_THE_ANSWER(Reason.CONNECTION_LOST, "The connection to the service was lost (") {
            @Override
            public void answer(ScriptedService.Request request, Socket socket) throws IOException {
                reset(socket);
            }
        },
        CLOSED_BEFORE_THE_ANSWER(
                Reason.CONNECTION_LOST, "The connection to the service was lost (PrematureCloseException)") {
            @Override
            public void answer(ScriptedService.Request request, Socket socket) throws IOException {
                socket.close();
            }
        },
        CLOSED_WITHIN_THE_HEAD(
                Reason.CONNECTION_LOST, "The connection to the service was lost (PrematureCloseException)") {
            @Override
            public void answer(ScriptedService.Request request, Socket socket) throws IOException {
                write(socket, "HTTP/1.1 201 Crea");
                socket.close();
            }
        },
        SILENT(Reason.TIMEOUT, "The call did not complete within docs-agent.api.response-timeout") {
            @Override
            public void answer(ScriptedService.Request request, Socket socket) {}
        },
        NO_HTTP(Reason.UNREADABLE, "The call failed (") {
            @Override
            public void answer(ScriptedService.Request request, Socket socket) throws IOException {
                write(socket, "SSH-2.0-OpenSSH_9.6\r\n\r\n");
            }
        };

        final Reason reason;

        /** As far as it does not depend on how the operating system tells it. */
        final String message;

        Fault(Reason reason, String message) {
            this.reason = reason;
            this.message = message;
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_fault_after_the_request_left_is_unknown_and_not_repeated(Fault fault) {
        service.does(fault);
        HttpAgentApi api = api(service.url(), InstantSource.system());
        assertThat(send(api)).isInstanceOfSatisfying(Answer.Unknown.class, answer -> {
            assertThat(answer.reason()).isEqualTo(fault.reason);
            assertThat(answer.httpStatus()).isNull();
            assertThat(answer.message()).startsWith(fault.message);
        });
        assertThat(service.requests).hasSize(1);
        assertThat(api.lookUp("p-1", "job-1").toFuture().join())
                .isInstanceOfSatisfying(JobLookup.Failed.class, look -> {
                    assertThat(look.message()).startsWith(fault.message);
                    assertThat(look.retryAfter()).isNull();
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\n",
                "HTTP/1.1 102 Processing\r\n\r\n",
                "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n"
            })
    void an_interim_answer_is_no_answer(String interim) {
        HttpAgentApi api = api(service.url(), InstantSource.system());
        ScriptedService.Script answer = reply(201, "{\"id\":\"job-1\"}");
        service.does((request, socket) -> {
            write(socket, interim);
            answer.answer(request, socket);
        });
        assertThat(send(api)).isInstanceOf(Answer.Accepted.class);
        assertThat(api.lookUp("p-1", "job-1").toFuture().join()).isInstanceOf(JobLookup.Found.class);
        service.does((request, socket) -> {
            write(socket, interim);
            socket.close();
        });
        assertLost(send(api), Reason.CONNECTION_LOST);
        assertThat(api.lookUp("p-1", "job-1").toFuture().join()).isInstanceOf(JobLookup.Failed.class);
        service.does((request, socket) -> write(socket, interim));
        assertLost(send(api), Reason.TIMEOUT);
        assertThat(service.requests).hasSize(5);
    }

    private static void assertLost(Answer answer, Reason reason) {
        assertThat(answer).isInstanceOfSatisfying(Answer.Unknown.class, unknown -> {
            assertThat(unknown.reason()).isEqualTo(reason);
            assertThat(unknown.httpStatus()).isNull();
        });
    }

    @Test
    void headers_that_are_too_long_are_named() {
        service.does(reply(201, "{\"id\":\"j\"}", "x-large: " + "x".repeat(70_000)));
        HttpAgentApi api = api(service.url(), InstantSource.system());
        assertThat(send(api))
                .isInstanceOfSatisfying(
                        Answer.Unknown.class,
                        unknown -> assertThat(unknown.message()).contains("docs-agent.api.max-response-header-size"));
    }

    @Test
    void a_status_counts_although_its_body_never_comes() {
        HttpAgentApi api = api(service.url(), InstantSource.system());
        service.does((request, socket) -> write(socket, head(400, "content-length: 50") + "\r\n{\"er"));
        assertThat(send(api)).isInstanceOf(Answer.Redirected.class);
        service.does((request, socket) -> write(socket, head(201, "content-length: 50") + "\r\n{\"id\":\"j"));
        Answer noId = new Answer.Unknown(Reason.UNREADABLE, 201, "The service answered 201 without a readable job id");
        Answer noJob =
                new Answer.Unknown(Reason.UNREADABLE, 201, "The service answered 201 without the job of the message");
        assertThat(send(api)).isEqualTo(noId);
        assertThat(api.send(call("job-1")).toFuture().join()).isEqualTo(noJob);
        service.does((request, socket) -> {
            write(socket, head(201, "content-length: 50") + "\r\n{\"id\":\"j");
            reset(socket);
        });
        assertThat(send(api)).isEqualTo(noId);
        assertThat(api.send(call("job-1")).toFuture().join()).isEqualTo(noJob);
    }

    @Test
    void a_full_pool_is_no_slot() {
        service.does((request, socket) -> {});
        HttpAgentApi api =
                api(service.url(), InstantSource.system(), "api.max-in-flight", "1", "api.response-timeout", "1500ms");
        // Two connections, two calls that wait for one, and one that may not even wait.
        List<Answer> answers = Flux.range(0, 5)
                .flatMap(i -> api.send(call(null)))
                .collectList()
                .toFuture()
                .join();
        assertThat(answers.stream().filter(Answer.NoSlot.class::isInstance)).hasSize(3);
        assertThat(answers.stream().filter(Answer.Unknown.class::isInstance)).hasSize(2);
        assertThat(service.requests).hasSize(2);
    }

    @Test
    void a_pool_that_is_closed_while_a_call_comes_is_no_slot() {
        assertThat(CallFailures.notSent(new PoolShutdownException()))
                .isEqualTo(new Answer.NoSlot("The pool of connections was closed"));
    }

    @Test
    void a_time_that_passes_while_connecting_does_not_count_against_the_service() {
        AtomicInteger looks = new AtomicInteger();
        HttpAgentApi api = api(service.url(), () -> Instant.now().plusSeconds(31L * looks.incrementAndGet()));
        assertThat(send(api))
                .isInstanceOfSatisfying(
                        Answer.NoSlot.class,
                        answer -> assertThat(answer.message()).contains("not sent before its deadline"));
        assertThat(service.requests).isEmpty();
    }

    @Test
    void a_clock_that_becomes_unreliable_while_connecting_does_not_count_against_the_service() {
        WorkerProperties settings = BoundSettings.all(service.url());
        apis.add(RealHttp.api(settings, InstantSource.system(), ServiceTls.ofJvm(), () -> false));
        assertThat(send(apis.getLast()))
                .isInstanceOfSatisfying(
                        Answer.NoSlot.class,
                        answer -> assertThat(answer.message()).contains("clock became unreliable"));
        assertThat(service.requests).isEmpty();
    }

    @Test
    void a_warm_connection_is_reused_and_one_that_the_server_closed_is_not() {
        HttpAgentApi api = api(service.url(), InstantSource.system());
        for (int i = 0; i < 10; i++) {
            assertThat(send(api)).isInstanceOf(Answer.Accepted.class);
        }
        // A call may begin before the one before has given its connection back, but not ten times in a row.
        assertThat(service.connections).hasValueLessThan(10);
        service.does((request, socket) -> {
            reply(201, "{\"id\":\"job-1\"}").answer(request, socket);
            socket.close();
        });
        assertThat(send(api)).isInstanceOf(Answer.Accepted.class);
        // The close is seen before the connection can be leased again, or the call is honestly unknown.
        assertThat(send(api)).isInstanceOfAny(Answer.Accepted.class, Answer.Unknown.class);
        assertThat(service.requests).hasSizeLessThanOrEqualTo(12);
    }

    @Test
    void a_connection_idle_for_two_seconds_is_not_reused() {
        HttpAgentApi api = api(service.url(), InstantSource.system());
        send(api);
        await().pollDelay(Duration.ofMillis(2_050))
                .untilAsserted(() -> assertThat(service.requests).hasSize(1));
        assertThat(send(api)).isInstanceOf(Answer.Accepted.class);
        assertThat(service.connections).hasValue(2);
    }

    @Test
    void without_a_key_nothing_is_sent(@TempDir Path folder) {
        HttpAgentApi api = api(service.url(), InstantSource.system(), "api.key-dir", folder.toString());
        assertThat(send(api))
                .isEqualTo(new Answer.Unauthorized(401, "Not sent: there is no usable key for the project"))
                .matches(LocalAnswers::include, "says nothing about the service");
        assertThat(api.lookUp("p-1", "job-1").toFuture().join()).isEqualTo(new JobLookup.Refused(401));
        assertThat(service.requests).isEmpty();
    }
}
