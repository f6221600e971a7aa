package io.docsagent.worker.sandbox.http;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/** Collects a body; one that is too large is read to its end and dropped, so that the client sees the answer. */
public final class BoundedBody {

    private final long most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean tooLarge;

    private BoundedBody(long most) {
        this.most = most;
    }

    public static Mono<BoundedBody> read(HttpServerRequest http, long most) {
        return http.receive().asByteArray().reduceWith(() -> new BoundedBody(most), BoundedBody::add);
    }

    private BoundedBody add(byte[] part) {
        tooLarge |= bytes.size() + part.length > most;
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
