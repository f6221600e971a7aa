package io.docsagent.worker.ops.projects;

import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.ops.port.PortToken;
import io.docsagent.worker.topics.StoreNames;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.util.UriUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Finds the other instances, by the address that each gives Kafka Streams, and asks those that own what is wanted. */
public final class OtherInstances implements ProjectsEndpoint.Others {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    /** For all that is remembered. */
    private static final Duration SCAN_TIMEOUT = Duration.ofSeconds(10);

    /** More than a hundred commands and publishers take. */
    private static final int MAX_BYTES = 4 * 1024 * 1024;

    private static final String PROJECTS = "/actuator/projects";

    private final @Nullable HostInfo self;
    private final Supplier<@Nullable KafkaStreams> streams;
    private final HttpClient http;
    private final Duration scanTimeout;

    /**
     * @param self the address of this instance; null where none is set, and others are then not asked for their lists
     * @param token that they require; null where there is none
     */
    public OtherInstances(
            @Nullable HostInfo self, Supplier<@Nullable KafkaStreams> streams, @Nullable PortToken token) {
        this(self, streams, token, SCAN_TIMEOUT);
    }

    OtherInstances(
            @Nullable HostInfo self,
            Supplier<@Nullable KafkaStreams> streams,
            @Nullable PortToken token,
            Duration scanTimeout) {
        this.self = self;
        this.streams = streams;
        this.scanTimeout = scanTimeout;
        HttpClient plain = HttpClient.newConnection()
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) TIMEOUT.toMillis())
                .disableRetry(true);
        this.http = token == null
                ? plain
                : plain.headers(headers -> headers.set(HttpHeaderNames.AUTHORIZATION, token.bearer()));
    }

    /**
     * What another instance answered.
     *
     * @param body null where it did not answer, or not with JSON
     */
    record Answer(HostInfo owner, int status, @Nullable Object body) {

        /** Null where it did not answer with one. */
        <T> @Nullable T as(Class<T> type) {
            try {
                return body instanceof JsonNode json && status == HttpStatus.OK.value()
                        ? JsonMappers.PUBLIC.treeToValue(json, type)
                        : null;
            } catch (JacksonException another) {
                return null;
            }
        }
    }

    @Override
    public @Nullable String self() {
        return self == null ? null : address(self);
    }

    @Override
    public @Nullable Answer ask(String projectId, boolean remembered, String... path) {
        HostInfo owner = ownerOf(projectId);
        return owner == null
                ? null
                : get(owner, uri(path), remembered ? "&remembered=true" : null).block();
    }

    @Override
    public @Nullable List<Answer> lists(boolean withUnknown) {
        KafkaStreams running = running();
        if (running == null || self == null) {
            return null;
        }
        return Flux.fromIterable(running.metadataForAllStreamsClients())
                .map(StreamsMetadata::hostInfo)
                .filter(instance -> !instance.equals(HostInfo.unavailable()) && !instance.equals(self))
                .distinct()
                .flatMap(instance -> list(instance, withUnknown), Integer.MAX_VALUE)
                .collectList()
                .block();
    }

    Mono<Answer> list(HostInfo instance, boolean withUnknown) {
        return get(instance, uri(), withUnknown ? "&unknown=true" : null);
    }

    /** @param scanning what asks for all that is remembered, too; null for nothing */
    private Mono<Answer> get(HostInfo instance, String uri, @Nullable String scanning) {
        Mono<Answer> plain = get(instance, uri, TIMEOUT);
        return scanning == null
                ? plain
                : get(instance, uri + scanning, scanTimeout)
                        .flatMap(answer -> answer.body() == null ? plain : Mono.just(answer));
    }

    /** Once, and without an error: an answer without a body where none came in time. */
    private Mono<Answer> get(HostInfo instance, String uri, Duration timeout) {
        return Mono.defer(() -> http.get()
                        .uri("http://" + address(instance) + uri)
                        .response((head, content) -> content.asByteArray()
                                .reduceWith(ByteArrayOutputStream::new, OtherInstances::append)
                                .map(body -> new Answer(instance, head.status().code(), json(body.toByteArray()))))
                        .single())
                .timeout(timeout)
                .onErrorReturn(new Answer(instance, 0, null));
    }

    /** It must not ask on: while partitions move, two instances may each take the other for the owner. */
    private static String uri(String... path) {
        return Arrays.stream(path)
                .map(segment -> "/" + UriUtils.encodePathSegment(segment, StandardCharsets.UTF_8))
                .collect(Collectors.joining("", PROJECTS, "?local=true"));
    }

    static String address(HostInfo instance) {
        String host = instance.host();
        return (host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + instance.port();
    }

    private @Nullable HostInfo ownerOf(String projectId) {
        KafkaStreams running = running();
        if (running == null) {
            return null;
        }
        KeyQueryMetadata owner = running.queryMetadataForKey(StoreNames.PROJECTS, projectId, new StringSerializer());
        boolean isKnown = owner != null
                && !owner.equals(KeyQueryMetadata.NOT_AVAILABLE)
                && !owner.activeHost().equals(HostInfo.unavailable());
        return isKnown ? owner.activeHost() : null;
    }

    private @Nullable KafkaStreams running() {
        KafkaStreams running = streams.get();
        return running != null && running.state() == KafkaStreams.State.RUNNING ? running : null;
    }

    private static ByteArrayOutputStream append(ByteArrayOutputStream body, byte[] more) {
        if (body.size() + more.length > MAX_BYTES) {
            throw new IllegalStateException("The answer is longer than " + MAX_BYTES + " bytes");
        }
        body.writeBytes(more);
        return body;
    }

    private static @Nullable Object json(byte[] body) {
        try {
            return JsonMappers.PUBLIC.readTree(body);
        } catch (JacksonException e) {
            return null;
        }
    }
}
