package io.docsagent.worker.system;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/** Takes spans by OTLP over HTTP and keeps the bytes of the requests. */
final class OtlpReceiver implements AutoCloseable {

    private final List<byte[]> requests = new CopyOnWriteArrayList<>();

    /** Its own: Spring stops the shared ones whenever one of the contexts in this JVM ends. */
    private final LoopResources loops = LoopResources.create("otlp-receiver", 1, true);

    private final DisposableServer server = HttpServer.create()
            .runOn(loops)
            .host("127.0.0.1")
            .port(0)
            .route(routes -> routes.post(
                    "/v1/traces",
                    (request, response) -> request.receive()
                            .aggregate()
                            .asByteArray()
                            .doOnNext(requests::add)
                            .then(response.header("content-type", "application/x-protobuf")
                                    .sendByteArray(Mono.just(new byte[0]))
                                    .then())))
            .bindNow();

    String endpoint() {
        return "http://127.0.0.1:" + server.port() + "/v1/traces";
    }

    /** All that was received, each byte as a character of the same number. */
    String received() {
        StringBuilder all = new StringBuilder();
        requests.forEach(bytes -> all.append(new String(bytes, StandardCharsets.ISO_8859_1)));
        return all.toString();
    }

    /** An id as it stands in {@link #received()}. */
    static String bytesOf(String hexId) {
        return new String(HexFormat.of().parseHex(hexId), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        server.disposeNow();
        loops.dispose();
    }
}
