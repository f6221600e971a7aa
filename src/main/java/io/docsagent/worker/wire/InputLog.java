package io.docsagent.worker.wire;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** Appends to {@code docs-agent.inputs}, for everyone but ingress. */
public interface InputLog {

    /**
     * Appends an input durably; retries by itself for as long as the process lives.
     *
     * @return the broker's append time; fails only where the record can never be written or the producer was closed
     */
    CompletableFuture<Instant> append(Input input);
}
