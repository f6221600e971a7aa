package io.docsagent.worker.ingress.document;

import static io.docsagent.worker.ingress.document.RefusedException.requireEnvelope;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Takes the JSON out of a record, plain or from either mode of CloudEvents, and requires that it fits its schema. */
public final class DocumentReader {

    private static final List<String> ENVELOPE_FIELDS = List.of(
            "specversion",
            "id",
            "source",
            "type",
            "subject",
            "time",
            "dataschema",
            "datacontenttype",
            "data",
            "data_base64");

    private final ContractSchema schema;
    private final FieldNames plain;
    private final FieldNames enveloped;
    private final long maxBytes;

    /**
     * @param schema one of {@code schemas/}
     * @param maxBytes of a record's value, {@code docs-agent.requests.max-bytes}
     */
    public DocumentReader(String schema, long maxBytes) {
        this.schema = ContractSchema.named(schema);
        this.plain = this.schema.names();
        this.enveloped = enveloped(this.schema);
        this.maxBytes = maxBytes;
    }

    /** The names of a document in a structured CloudEvent, and those of the envelope. */
    private static FieldNames enveloped(ContractSchema schema) {
        FieldNames names = new FieldNames();
        ENVELOPE_FIELDS.forEach(name -> names.add("", name));
        schema.addTo(names, "/data");
        schema.addTo(names, "/data_base64");
        return names;
    }

    public Document read(ConsumerRecord<byte[], byte[]> record) throws RefusedException {
        Document document = document(record);
        FieldNames names = document.pointer().isEmpty() ? plain : enveloped;
        schema.require(document.json(), document.pointer(), names);
        return document;
    }

    private Document document(ConsumerRecord<byte[], byte[]> record) throws RefusedException {
        requireSize(record.value());
        ContentType type = contentType(record.headers());
        requireEnvelope(
                !type.isBatch(),
                "header content-type: batches of CloudEvents are not accepted; send one event per record");
        requireEnvelope(type.isUtf8(), "header content-type: the charset must be utf-8");
        if (type.isStructured()) {
            requireEnvelope(
                    type.isStructuredJson(),
                    "header content-type: JSON is the only CloudEvents format that is accepted");
            return structured(StrictJson.read(record.value(), "", enveloped), TraceParent.of(record.headers()));
        }
        CloudEvent event = CloudEvent.fromHeaders(record.headers());
        return new Document(StrictJson.read(record.value(), "", plain), "", event, TraceParent.of(record.headers()));
    }

    private void requireSize(byte @Nullable [] value) throws RefusedException {
        if (value == null) {
            throw new RefusedException(Refusal.EMPTY, "the record has no value: it is a tombstone");
        }
        if (value.length == 0) {
            throw new RefusedException(Refusal.EMPTY, "the record's value is empty");
        }
        if (value.length > maxBytes) {
            throw new RefusedException(
                    Refusal.TOO_LARGE,
                    "the record's value has " + value.length + " bytes, at most " + maxBytes
                            + " are accepted (docs-agent.requests.max-bytes)");
        }
    }

    private Document structured(JsonNode envelope, @Nullable String outer) throws RefusedException {
        CloudEvent event = CloudEvent.fromEnvelope(envelope);
        String extension = TraceParent.valid(envelope.path("traceparent").stringValue(null));
        String traceparent = extension != null ? extension : outer;
        boolean encoded = envelope.has("data_base64");
        requireEnvelope(!encoded || !envelope.has("data"), "/: must have only one of \"data\" and \"data_base64\"");
        requireEnvelope(encoded || envelope.has("data"), "/data: is missing");
        ContentType dataType =
                ContentType.parse(envelope.path("datacontenttype").stringValue(""));
        requireEnvelope(dataType.isUtf8(), "/datacontenttype: the charset must be utf-8");
        if (!encoded) {
            return new Document(envelope.get("data"), "/data", event, traceparent);
        }
        byte[] data = decode(envelope.get("data_base64").stringValue(""));
        return new Document(StrictJson.read(data, "/data_base64", enveloped), "/data_base64", event, traceparent);
    }

    private static byte[] decode(String base64) throws RefusedException {
        try {
            byte[] data = Base64.getDecoder().decode(base64);
            requireEnvelope(data.length > 0, "/data_base64: is empty");
            return data;
        } catch (IllegalArgumentException e) {
            throw new RefusedException(Refusal.ENVELOPE, "/data_base64: is not base64");
        }
    }

    static ContentType contentType(Headers headers) {
        String last = "";
        for (Header header : headers) {
            if (header.key().toLowerCase(Locale.ROOT).equals("content-type") && header.value() != null) {
                last = new String(header.value(), StandardCharsets.ISO_8859_1);
            }
        }
        return ContentType.parse(last);
    }
}
