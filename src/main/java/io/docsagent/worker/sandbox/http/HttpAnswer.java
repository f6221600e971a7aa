package io.docsagent.worker.sandbox.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;
import tools.jackson.databind.json.JsonMapper;

/** An HTTP answer: status, headers and the whole body. */
public record HttpAnswer(int status, Map<String, String> headers, String body) {

    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

    public HttpAnswer {
        headers = Map.copyOf(headers);
    }

    /** An answer with a JSON body, given as text. */
    public static HttpAnswer json(int status, String body) {
        return new HttpAnswer(status, JSON, body);
    }

    /** An error as the service reports it: {@code {"error": message}}. */
    public static HttpAnswer error(int status, String message) {
        return json(status, JsonMapper.shared().writeValueAsString(Map.of("error", message)));
    }

    public HttpAnswer withHeader(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new HttpAnswer(status, more, body);
    }

    public Mono<Void> send(HttpServerResponse response) {
        response.status(status);
        headers.forEach(response::header);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        response.header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(bytes.length));
        return response.sendByteArray(Mono.just(bytes)).then();
    }

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }
}
