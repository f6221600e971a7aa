package io.docsagent.worker.gateway.http;

import io.docsagent.worker.gateway.keys.ApiKey;
import java.util.Map;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/** HTTP requests to the service, and their replies. */
interface ServiceHttp extends AutoCloseable {

    /**
     * Sends one request.
     *
     * @param headers of this request alone
     * @param beforeSend runs just before the first byte leaves; where it throws, none does
     * @param onHead learns the reply's head before the body has been read
     */
    Mono<Reply> post(
            String uri,
            ApiKey key,
            Map<String, String> headers,
            byte[] json,
            Runnable beforeSend,
            Consumer<Reply> onHead);

    Mono<Reply> get(String uri, ApiKey key);

    @Override
    void close();
}
