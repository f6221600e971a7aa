package io.docsagent.worker.system;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableChannel;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import tools.jackson.databind.json.JsonMapper;

/** An Agent Job Service on a real port that answers by chance, and notes every POST. */
final class RandomService implements AutoCloseable {

    private static final String HOSTILE = "\\u0000\\u202e\\ud83d\\ude00\\\"quoted\\\" ".repeat(40);

    /** A POST as it arrived, and whether its answer proves that the service did not take it. */
    record Post(String projectId, String prompt, Instant at, boolean refused) {}

    /** What is answered; a status of 0 closes the connection instead. */
    private record Reply(int status, String body, @Nullable String retryAfter) {
        /** The answers after which a command may be sent again. */
        boolean refuses() {
            return status == 401
                    || status == 403
                    || status == 429
                    || status / 100 == 3
                    || (status == 404 && !body.startsWith("{\"error\""));
        }
    }

    private final SplittableRandom random;
    private final List<Post> posts = new ArrayList<>();
    private final AtomicInteger jobs = new AtomicInteger();
    private final DisposableServer server;
    private volatile boolean calm;

    RandomService(long seed) {
        random = new SplittableRandom(seed);
        server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(this::handle)
                .bindNow();
    }

    String baseUrl() {
        return "http://127.0.0.1:" + server.port();
    }

    /** From now on every request is answered as it should be. */
    void calmDown() {
        calm = true;
    }

    synchronized List<Post> posts() {
        return List.copyOf(posts);
    }

    private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
        String[] path = request.uri().split("/", -1);
        if (request.method().name().equals("GET")) {
            return answer(response, look(path[path.length - 1]));
        }
        return request.receive().aggregate().asString().defaultIfEmpty("").flatMap(body -> {
            Reply reply = post(path.length > 6 ? path[5] : "job-" + jobs.incrementAndGet());
            String prompt = JsonMapper.shared().readTree(body).path("prompt").asString();
            synchronized (this) {
                posts.add(new Post(path[3], prompt, Instant.now(), reply.refuses()));
            }
            return Mono.delay(Duration.ofMillis(chance(30))).then(Mono.from(answer(response, reply)));
        });
    }

    private static Publisher<Void> answer(HttpServerResponse response, Reply reply) {
        if (reply.status() == 0) {
            return Mono.fromRunnable(() -> response.withConnection(DisposableChannel::dispose));
        }
        response.status(HttpResponseStatus.valueOf(reply.status()));
        if (reply.retryAfter() != null) {
            response.header("Retry-After", reply.retryAfter());
        }
        return response.sendString(Mono.just(reply.body()));
    }

    private Reply post(String jobId) {
        String job = "{\"id\":\"" + jobId + "\",\"status\":\"active\"}";
        return switch (calm ? 99 : chance(40)) {
            case 0 -> new Reply(200, "", null);
            case 1 -> new Reply(201, "{\"id\":17,\"status\":[]}", null);
            case 2 -> new Reply(201, "{\"id\":\"" + jobId + "\",\"status\":\"" + HOSTILE + "\",\"extra\":{}}", null);
            case 3 -> new Reply(400, "{\"error\":\"" + HOSTILE + "\"}", null);
            case 4 -> new Reply(404, "{\"error\":\"no such project\"}", null);
            case 5 -> new Reply(404, "<html>nginx</html>", null);
            case 6 -> new Reply(chance(2) == 0 ? 401 : 403, "{\"error\":{\"not\":\"text\"}}", null);
            case 7 -> new Reply(429, "", String.valueOf(chance(3)));
            case 8 -> new Reply(429, "slow down", "-1");
            case 9 -> new Reply(500, "x".repeat(100_000), null);
            case 10 -> new Reply(503, "", "soon");
            case 11 -> new Reply(302, "", null);
            case 12 -> new Reply(0, "", null);
            case 13 -> new Reply(201, job.substring(0, job.length() - 5), null);
            case 14 -> new Reply(299, "[" + job + "]", null);
            case 15 -> new Reply(201, "[".repeat(2_000), null);
            default -> new Reply(201, job, null);
        };
    }

    private Reply look(String jobId) {
        String job = "{\"id\":\"" + jobId + "\",\"status\":\"completed\",\"prLink\":\"https://example.org/pull/1\"}";
        return switch (calm ? 99 : chance(12)) {
            case 0 -> new Reply(404, "{\"error\":\"no such job\"}", null);
            case 1 -> new Reply(500, "", null);
            case 2 -> new Reply(200, "{\"id\":\"another\"}", null);
            case 3 -> new Reply(200, "{\"id\":\"" + jobId + "\",\"prLink\":\"javascript:" + HOSTILE + "\"}", null);
            case 4 -> new Reply(200, "{\"id\":\"" + jobId + "\",\"status\":\"" + HOSTILE + "\",\"source\":7}", null);
            case 5 -> new Reply(0, "", null);
            default -> new Reply(200, job, null);
        };
    }

    private synchronized int chance(int bound) {
        return random.nextInt(bound);
    }

    @Override
    public void close() {
        server.disposeNow();
    }
}
