package io.docsagent.worker.gateway.http;

import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.SendPermission;
import io.docsagent.worker.gateway.keys.ApiKey;
import io.docsagent.worker.gateway.keys.ApiKeys;
import io.docsagent.worker.settings.ApiSettings;
import io.docsagent.worker.settings.WorkerProperties;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.ByteBufFlux;

/** The service's client over whatever carries its requests, put together for the simulation. */
public final class HttpParts {

    private HttpParts() {}

    /** What carries a request to the service, and its reply back. */
    public interface Wire {

        /**
         * @param beforeSend runs just before the first byte leaves; where it throws, none does
         * @param onHead takes the reply before its body has been read
         */
        Mono<Received> post(
                String uri,
                String bearer,
                Map<String, String> headers,
                byte[] json,
                Runnable beforeSend,
                Consumer<Received> onHead);

        Mono<Received> get(String uri, String bearer);
    }

    /**
     * A reply as it arrives.
     *
     * @param truncated whether the connection is lost within the body
     */
    public record Received(
            int status,
            @Nullable String retryAfter,
            @Nullable String date,
            String body,
            boolean truncated) {

        private Reply head() {
            return new Reply(status, retryAfter, null, date, null);
        }

        private Mono<Reply> read(ApiSettings settings, ApiKeys keys) {
            Flux<byte[]> whole = Flux.just(body.getBytes(StandardCharsets.UTF_8));
            Flux<byte[]> content = truncated ? whole.concatWith(Mono.error(new IOException("lost"))) : whole;
            return ReplyBody.of(
                    head(),
                    ByteBufFlux.fromInbound(content),
                    settings.maxResponseSize().toBytes(),
                    keys.redaction());
        }
    }

    public static AgentApi api(
            WorkerProperties settings,
            Wire wire,
            ApiKeys keys,
            InstantSource clock,
            SendPermission permission,
            ScheduledExecutorService timer) {
        ServiceHttp http = new ServiceHttp() {
            @Override
            public Mono<Reply> post(
                    String uri,
                    ApiKey key,
                    Map<String, String> headers,
                    byte[] json,
                    Runnable beforeSend,
                    Consumer<Reply> onHead) {
                return wire.post(uri, key.bearer(), headers, json, beforeSend, reply -> onHead.accept(reply.head()))
                        .flatMap(reply -> reply.read(settings.api(), keys));
            }

            @Override
            public Mono<Reply> get(String uri, ApiKey key) {
                return wire.get(uri, key.bearer()).flatMap(reply -> reply.read(settings.api(), keys));
            }

            @Override
            public void close() {}
        };
        var connections = new ServiceConnections(http, http);
        return new HttpAgentApi(settings, connections, keys, clock, permission, Schedulers.fromExecutorService(timer));
    }
}
