package io.docsagent.worker.ops;

import io.docsagent.worker.engine.StateStores;
import io.docsagent.worker.message.JsonMappers;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;
import reactor.netty.http.client.HttpClient;
import tools.jackson.core.JacksonException;

/** Finds the instance that owns a project, by the address that each gives Kafka Streams, and asks it. */
final class OtherInstances {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    /** More than a hundred commands and publishers take. */
    private static final int MAX_BYTES = 4 * 1024 * 1024;

    private final Supplier<@Nullable KafkaStreams> streams;
    private final HttpClient http =
            HttpClient.newConnection().responseTimeout(TIMEOUT).disableRetry(true);

    OtherInstances(Supplier<@Nullable KafkaStreams> streams) {
        this.streams = streams;
    }

    /**
     * What another instance answered.
     *
     * @param body null where it did not answer, or not with JSON
     */
    record Answer(HostInfo owner, int status, @Nullable Object body) {}

    /**
     * Asks the owner once.
     *
     * @param path below {@code /actuator/projects}, beginning with the project
     * @return null where no other instance is known to own it
     */
    @Nullable
    Answer ask(String projectId, String... path) {
        HostInfo owner = ownerOf(projectId);
        if (owner == null) {
            return null;
        }
        try {
            Answer answer = http.get()
                    .uri(uri(owner, path))
                    .response((head, content) -> content.asByteArray()
                            .reduceWith(ByteArrayOutputStream::new, OtherInstances::append)
                            .map(body -> new Answer(owner, head.status().code(), json(body.toByteArray()))))
                    .blockLast(TIMEOUT);
            return answer == null ? silent(owner) : answer;
        } catch (RuntimeException unreachable) {
            return silent(owner);
        }
    }

    /** It must not ask on: while partitions move, two instances may each take the other for the owner. */
    private static String uri(HostInfo owner, String... path) {
        return Arrays.stream(path)
                .map(segment -> UriUtils.encodePathSegment(segment, StandardCharsets.UTF_8))
                .collect(Collectors.joining("/", "http://" + address(owner) + "/actuator/projects/", "?local=true"));
    }

    static String address(HostInfo instance) {
        String host = instance.host();
        return (host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + instance.port();
    }

    private @Nullable HostInfo ownerOf(String projectId) {
        KafkaStreams running = streams.get();
        if (running == null || running.state() != KafkaStreams.State.RUNNING) {
            return null;
        }
        KeyQueryMetadata owner = running.queryMetadataForKey(StateStores.PROJECTS, projectId, new StringSerializer());
        boolean isKnown = owner != null
                && !owner.equals(KeyQueryMetadata.NOT_AVAILABLE)
                && !owner.activeHost().equals(HostInfo.unavailable());
        return isKnown ? owner.activeHost() : null;
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

    private static Answer silent(HostInfo owner) {
        return new Answer(owner, 0, null);
    }
}
