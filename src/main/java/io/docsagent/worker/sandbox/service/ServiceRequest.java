package io.docsagent.worker.sandbox.service;

import io.docsagent.worker.sandbox.api.Prompt;
import io.docsagent.worker.sandbox.api.RequestTarget;
import io.docsagent.worker.sandbox.fault.ActiveFault;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request to the service, with the faults that its prompt requests. */
record ServiceRequest(
        RequestTarget target,
        Instant arrivedAt,
        @Nullable InetAddress from,
        @Nullable String authorization,
        @Nullable String idempotencyKey,
        Map<String, String> headers,
        Prompt prompt,
        List<ActiveFault> faults) {}
