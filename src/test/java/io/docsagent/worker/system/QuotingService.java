package io.docsagent.worker.system;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An Agent Job Service that says its callers' keys in everything that it answers. */
final class QuotingService implements AutoCloseable {

    private final List<String> keys;
    private final LoopResources loops = LoopResources.create("quoting-service", 1, true);
    private final DisposableServer server;

    QuotingService(List<String> keys) {
        this.keys = keys;
        this.server = HttpServer.create()
                .runOn(loops)
                .host("127.0.0.1")
                .port(0)
                .route(routes -> routes.post("/v2/agent/refused/job", (request, response) -> refuse(response, 400))
                        .post("/v2/agent/broken/job", (request, response) -> refuse(response, 500))
                        .post("/v2/agent/held/job", (request, response) -> refuse(response, 401))
                        .post("/v2/agent/{project}/job", (request, response) -> show(response, 201, "active"))
                        .get("/v2/agent/{project}/job/{job}", (request, response) -> show(response, 200, "completed")))
                .bindNow();
    }

    String baseUrl() {
        return "http://127.0.0.1:" + server.port();
    }

    private Mono<Void> refuse(HttpServerResponse response, int status) {
        return answer(response, status, object().put("error", "You sent " + quoted()));
    }

    private Mono<Void> show(HttpServerResponse response, int status, String jobStatus) {
        ObjectNode job = object().put("id", "job-1")
                .put("status", jobStatus)
                .put("prLink", "https://git.example/?token=" + keys.getFirst())
                .put("model", quoted())
                .put("createdAt", quoted());
        job.putObject("source").put("repository", quoted()).put("ref", quoted());
        return answer(response, status, job);
    }

    private static ObjectNode object() {
        return JsonMapper.shared().createObjectNode();
    }

    private String quoted() {
        StringBuilder all = new StringBuilder();
        for (String key : keys) {
            byte[] header = ("Bearer " + key).getBytes(StandardCharsets.US_ASCII);
            all.append("authorization: Bearer ").append(key).append(", ");
            all.append(Base64.getEncoder().encodeToString(header)).append(", ");
            all.append(key.replace("-", "%2D")).append("; ");
        }
        return all.toString();
    }

    private Mono<Void> answer(HttpServerResponse response, int status, ObjectNode body) {
        return response.status(status)
                .header("retry-after", keys.getFirst())
                .header("location", "/" + keys.getFirst())
                .sendString(Mono.just(body.toString()))
                .then();
    }

    @Override
    public void close() {
        server.disposeNow();
        loops.dispose();
    }
}
