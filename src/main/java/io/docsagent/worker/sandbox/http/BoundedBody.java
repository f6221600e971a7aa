package io.docsagent.worker.sandbox.http;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/** Collects a body; a body that is too large is read to its end and dropped, so that the client reads the answer. */
public final class BoundedBody {

    private final long maxBytes;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean tooLarge;

    private BoundedBody(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    public static Mono<BoundedBody> read(HttpServerRequest http, long maxBytes) {
        return http.receive().asByteArray().reduceWith(() -> new BoundedBody(maxBytes), BoundedBody::add);
    }

    private BoundedBody add(byte[] part) {
        tooLarge |= bytes.size() + part.length > maxBytes;
        if (tooLarge) {
            bytes.reset();
        } else {
            bytes.writeBytes(part);
        }
        return this;
    }

    /** Null for a body that is too large. */
    public byte @Nullable [] bytes() {
        return tooLarge ? null : bytes.toByteArray();
    }
}
