package io.docsagent.worker.gateway;

import io.docsagent.worker.message.Json;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads a reply's body as JSON, and no more of it than is allowed. */
final class ReplyBody {

    /** Enough for the longest error message that is kept, escaped; what is longer than this is not waited for. */
    private static final int MAX_ERROR_BYTES = 32 * 1024;

    private final ByteArrayOutputStream read = new ByteArrayOutputStream(512);
    private final int limit;
    private boolean tooLong;

    private ReplyBody(int limit) {
        this.limit = limit;
    }

    /** The reply with its body; without one where it is no JSON, too long, or the connection broke. */
    static Mono<Reply> of(Reply head, ByteBufFlux content, long maxResponseBytes) {
        long limit = head.isSuccess() ? maxResponseBytes : Math.min(MAX_ERROR_BYTES, maxResponseBytes);
        ReplyBody body = new ReplyBody((int) Math.min(limit, Integer.MAX_VALUE));
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
            JsonNode json = Json.PUBLIC.readTree(read.toByteArray());
            return json.isObject() ? json : null;
        } catch (JacksonException e) {
            return null;
        }
    }
}
