package io.docsagent.worker.sandbox.service;

import io.docsagent.worker.sandbox.api.Prompt;
import io.docsagent.worker.sandbox.api.RequestTarget;
import java.net.InetAddress;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request to the service. */
record ServiceRequest(
        RequestTarget target,
        Instant arrivedAt,
        @Nullable InetAddress from,
        @Nullable String authorization,
        @Nullable String idempotencyKey,
        Map<String, String> headers,
        Prompt prompt) {}
