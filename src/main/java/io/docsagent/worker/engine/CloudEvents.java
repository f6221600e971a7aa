package io.docsagent.worker.engine;

import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.wire.Printable;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The headers of an event: CloudEvents 1.0, Kafka binding, binary mode. */
final class CloudEvents {

    private CloudEvents() {}

    static Headers headersOf(StatusEvent event) {
        Headers headers = new RecordHeaders();
        add(headers, "ce_specversion", "1.0");
        add(headers, "ce_id", event.eventId());
        add(headers, "ce_type", "io.docsagent." + event.type().value() + ".v1");
        add(headers, "ce_source", "urn:docs-agent-worker");
        add(headers, "ce_subject", Printable.of(event.subject()));
        add(headers, "ce_time", event.time().toString());
        add(headers, "content-type", "application/json");
        if (event.traceparent() != null) {
            // Twice: as the CloudEvents extension, and under the name that tracing libraries for Kafka expect.
            add(headers, "ce_traceparent", event.traceparent());
            add(headers, "traceparent", event.traceparent());
        }
        return headers;
    }

    private static void add(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
