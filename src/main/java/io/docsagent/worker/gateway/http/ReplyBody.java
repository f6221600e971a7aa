package io.docsagent.worker.gateway.http;

import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.gateway.keys.Redaction;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Reads a reply's body as JSON: no more of it than allowed, and without any key that the service quotes. */
final class ReplyBody {

    private final ByteArrayOutputStream read = new ByteArrayOutputStream(512);
    private final int limit;
    private final Redaction redaction;
    private boolean tooLong;

    private ReplyBody(int limit, Redaction redaction) {
        this.limit = limit;
        this.redaction = redaction;
    }

    /** The reply with its body; without one where it is no JSON, too long, or the connection broke. */
    static Mono<Reply> of(Reply head, ByteBufFlux content, long maxResponseBytes, Redaction redaction) {
        ReplyBody body = new ReplyBody((int) Math.min(maxResponseBytes, Integer.MAX_VALUE), redaction);
        // Ending the stream early closes the connection, so that the rest is never read.
        return content.asByteArray()
                .takeWhile(body::add)
                .then(Mono.fromSupplier(() -> head.withBody(body.json())))
                .onErrorReturn(head);
    }

    private boolean add(byte[] bytes) {
        tooLong = bytes.length > limit - read.size();
        if (!tooLong) {
            read.writeBytes(bytes);
        }
        return !tooLong;
    }

    private @Nullable JsonNode json() {
        if (tooLong || read.size() == 0) {
            return null;
        }
        try {
            JsonNode json = JsonMappers.PUBLIC.readTree(read.toByteArray());
            return json instanceof ObjectNode object ? withoutKeys(object) : null;
        } catch (JacksonException e) {
            return null;
        }
    }

    /** Every text, whatever is read from it later. */
    private ObjectNode withoutKeys(ObjectNode object) {
        object.properties().forEach(field -> field.setValue(withoutKeys(field.getValue())));
        return object;
    }

    private JsonNode withoutKeys(JsonNode value) {
        return switch (value) {
            case StringNode text -> StringNode.valueOf(redaction.apply(text.stringValue()));
            case ObjectNode object -> withoutKeys(object);
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    array.set(i, withoutKeys(array.get(i)));
                }
                yield array;
            }
            default -> value;
        };
    }
}
