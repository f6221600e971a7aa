package io.docsagent.worker.ops.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.settings.ManagementSettings;
import io.docsagent.worker.settings.WorkerCannotStartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** The management port over real connections, before endpoints that answer when a test lets them. */
class ManagementPortTest {

    private static final String TOKEN = "0123456789abcdef-token";

    @TempDir
    Path folder;

    private final Sinks.Empty<Void> hanging = Sinks.empty();
    private final AtomicInteger asked = new AtomicInteger();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<Socket> sockets = new ArrayList<>();
    private @Nullable DisposableServer server;

    @AfterEach
    void close() throws IOException {
        hanging.tryEmitEmpty();
        for (Socket socket : sockets) {
            socket.close();
        }
        http.close();
        if (server != null) {
            server.disposeNow();
        }
    }

    private void start(ManagementSettings settings) {
        PortToken token = settings.tokenFile() == null ? null : PortToken.read(settings.tokenFile());
        var handler = WebHttpHandlerBuilder.webHandler(this::answer)
                .filter(new PortAccess(settings, token))
                .build();
        server = new Connections(settings.timeout(), settings.maxConnections())
                .apply(HttpServer.create()
                        .bindAddress(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))
                .handle(new ReactorHttpHandlerAdapter(handler))
                .bindNow();
    }

    private Mono<Void> answer(ServerWebExchange exchange) {
        asked.incrementAndGet();
        exchange.getResponse().setStatusCode(HttpStatus.OK);
        Mono<Void> complete = exchange.getResponse().setComplete();
        return exchange.getRequest().getURI().getQuery() == null
                ? complete
                : hanging.asMono().then(complete);
    }

    private static ManagementSettings settings(@Nullable Path tokenFile, Duration timeout, int maxConnections) {
        return new ManagementSettings(tokenFile, true, timeout, maxConnections, 2);
    }

    private Path tokenFile(String content) throws IOException {
        return Files.writeString(folder.resolve("token"), content);
    }

    @ParameterizedTest
    @CsvSource({
        "200, /actuator/health",
        "200, /actuator/health/liveness",
        "200, /actuator/health/readiness/kafka",
        "200, /actuator/prometheus",
        "401, /actuator/projects",
        "401, /actuator/info",
        "401, /actuator",
        "401, /",
        "401, /actuator/health/../projects",
        "401, /actuator/health/..%2Fprojects",
        "401, /actuator/health/%2e%2e/projects",
        "401, /actuator/healthy",
        "401, /actuator/prometheus/x",
        "401, /actuator/health;x=y/liveness",
    })
    void without_the_token_only_health_is_answered_and_by_setting_metrics(int status, String path) throws Exception {
        start(settings(tokenFile(TOKEN + "\n"), Duration.ofSeconds(20), 256));

        assertThat(statusOf(path)).isEqualTo("HTTP/1.1 " + status);
        assertThat(asked).hasValue(status == 200 ? 1 : 0);
    }

    /** As it is written: a client might tidy the path up. */
    private String statusOf(String path) throws IOException {
        Socket socket = socket();
        send(socket, "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
        return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @CsvSource({"200, Bearer 0123456789abcdef-token", "401, Bearer 0123456789abcdef-tokem", "401, Bearer", "401, x"})
    void what_is_in_the_header_decides(int status, String authorization) throws Exception {
        start(settings(tokenFile(" " + TOKEN + "\r\n"), Duration.ofSeconds(20), 256));

        assertThat(get("/actuator/projects", authorization).get().statusCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "too-short", "0123456789abcdef 0123456789", "0123456789\n0123456789", "01234567890123é"})
    void a_file_without_a_token_stops_the_start(String content) throws IOException {
        Path file = tokenFile(content);

        assertThatThrownBy(() -> PortToken.read(file))
                .isInstanceOf(WorkerCannotStartException.class)
                .hasMessageContaining("docs-agent.management.token-file")
                .hasMessageContaining(file.toString())
                .hasMessageContaining("openssl rand -hex 32");
    }

    @Test
    void a_missing_file_stops_the_start() {
        assertThatThrownBy(() -> PortToken.read(folder.resolve("none")))
                .isInstanceOf(WorkerCannotStartException.class)
                .hasMessageContaining("cannot be read (NoSuchFileException)");
    }

    @Test
    void more_requests_to_an_endpoint_are_refused_while_others_and_health_are_answered() throws Exception {
        start(settings(null, Duration.ofMinutes(5), 256));
        var first = get("/actuator/projects?all=true", null);
        var second = get("/actuator/projects/docs?x", null);
        await().until(() -> asked.get() == 2);

        HttpResponse<String> third = get("/actuator/projects", null).get();

        assertThat(third.statusCode()).isEqualTo(503);
        assertThat(third.headers().firstValue("Retry-After")).contains("1");
        assertThat(third.body()).contains("docs-agent.management.max-requests");
        for (int i = 0; i < 5; i++) {
            assertThat(get("/actuator/health?x", null)).isNotDone();
        }
        assertThat(get("/actuator/health/liveness", null).get().statusCode()).isEqualTo(200);
        assertThat(get("/actuator/prometheus", null).get().statusCode()).isEqualTo(200);
        // Of another instance: two that ask each other must not wait for each other.
        assertThat(get("/actuator/projects?local=true", null)).isNotDone();
        await().until(() -> asked.get() == 10);
        hanging.tryEmitEmpty();
        assertThat(first.get().statusCode()).isEqualTo(200);
        assertThat(second.get().statusCode()).isEqualTo(200);
        await().until(() -> get("/actuator/projects", null).get().statusCode() == 200);
    }

    /** Each with a limit of its own would take memory for every path that anybody makes up. */
    @Test
    void endpoints_that_do_not_exist_share_their_limit() throws Exception {
        start(settings(null, Duration.ofMinutes(5), 256));
        assertThat(get("/actuator/one?x", null)).isNotDone();
        assertThat(get("/actuator/two?x", null)).isNotDone();
        await().until(() -> asked.get() == 2);

        assertThat(get("/actuator/three", null).get().statusCode()).isEqualTo(503);
        assertThat(get("/actuator/projects", null).get().statusCode()).isEqualTo(200);
    }

    private CompletableFuture<HttpResponse<String>> get(String path, @Nullable String authorization) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + bound().port() + path));
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private DisposableServer bound() {
        return Objects.requireNonNull(server);
    }

    @Test
    void a_header_that_comes_byte_by_byte_does_not_keep_its_connection() throws Exception {
        start(settings(null, Duration.ofSeconds(1), 256));
        Socket slow = socket();
        send(slow, "GET /actuator/health HTTP/1.1\r\nX: ");

        await().atMost(Duration.ofSeconds(30)).until(() -> isClosed(slow, "y"));
    }

    @Test
    void an_idle_connection_and_one_whose_answer_takes_too_long_are_closed() throws Exception {
        start(settings(null, Duration.ofSeconds(1), 256));
        Socket idle = socket();
        Socket unanswered = socket();
        send(unanswered, "GET /actuator/projects?all=true HTTP/1.1\r\nHost: x\r\n\r\n");

        await().atMost(Duration.ofSeconds(30)).until(() -> isClosed(idle, "") && isClosed(unanswered, ""));
    }

    @Test
    void each_answer_gives_a_connection_the_whole_time_again() throws Exception {
        start(settings(null, Duration.ofSeconds(2), 256));
        Socket kept = socket();

        await().during(Duration.ofSeconds(3)).until(() -> isAnswered(kept));
    }

    private static boolean isAnswered(Socket socket) throws IOException {
        send(socket, "GET /actuator/health HTTP/1.1\r\nHost: x\r\n\r\n");
        StringBuilder answer = new StringBuilder();
        int read = socket.getInputStream().read();
        while (read >= 0 && answer.indexOf("\r\n\r") < 0) {
            answer.append((char) read);
            read = socket.getInputStream().read();
        }
        return answer.toString().startsWith("HTTP/1.1 200 OK");
    }

    @Test
    void where_there_are_too_many_the_one_that_has_waited_longest_makes_room_and_none_that_is_answered()
            throws Exception {
        start(settings(null, Duration.ofMinutes(5), 8));
        Socket asking = socket();
        send(asking, "GET /actuator/projects?all=true HTTP/1.1\r\nHost: x\r\n\r\n");
        await().until(() -> asked.get() == 1);
        List<Socket> half = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Socket socket = socket();
            send(socket, "GET /");
            half.add(socket);
        }

        await().until(() -> closed(half) == 93);
        assertThat(statusOf("/actuator/health/liveness")).isEqualTo("HTTP/1.1 200");
        hanging.tryEmitEmpty();
        assertThat(new String(asking.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                .isEqualTo("HTTP/1.1 200");
    }

    private static int closed(List<Socket> sockets) throws IOException {
        int closed = 0;
        for (Socket socket : sockets) {
            closed += isClosed(socket, "") ? 1 : 0;
        }
        return closed;
    }

    private Socket socket() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), bound().port());
        socket.setSoTimeout(60_000);
        sockets.add(socket);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** By the other side; sends some more before it looks. */
    private static boolean isClosed(Socket socket, String more) throws IOException {
        try {
            send(socket, more);
            socket.setSoTimeout(20);
            return socket.getInputStream().read() == -1;
        } catch (SocketTimeoutException nothingYet) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }
}
