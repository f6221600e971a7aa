package io.docsagent.worker.sandbox;

import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request as read: where it goes, who sends it, what it says, and the faults that it asks for. */
record Request(
        Route route,
        Instant arrivedAt,
        @Nullable InetAddress from,
        @Nullable String authorization,
        Map<String, String> headers,
        Prompt prompt,
        List<ArmedFault> faults) {}
