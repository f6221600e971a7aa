package io.docsagent.worker.gateway.http;

import io.docsagent.worker.gateway.keys.ApiKey;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** One request to the service at a time, and its reply. */
interface ServiceHttp extends AutoCloseable {

    /**
     * Sends one request.
     *
     * @param traceparent of the span that the request is a part of; null where it is in none
     * @param beforeSend runs just before the first byte leaves; where it throws, none does
     * @param onHead learns the reply's head before the body has been read
     */
    Mono<Reply> post(
            String uri,
            ApiKey key,
            @Nullable String traceparent,
            byte[] json,
            Runnable beforeSend,
            Consumer<Reply> onHead);

    Mono<Reply> get(String uri, ApiKey key);

    @Override
    void close();
}
