package io.docsagent.worker.ingress.document;

import static io.docsagent.worker.ingress.document.RefusedException.requireEnvelope;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Request;
import io.docsagent.worker.contract.ContractLimits;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The two attributes that together name a CloudEvent.
 *
 * @param source the context in which it happened
 * @param id unique within the source
 */
public record CloudEvent(String source, String id) {

    private static final String VERSION = "1.0";

    /** Binary mode: the attributes are headers; null where the record is no CloudEvent. */
    static @Nullable CloudEvent fromHeaders(Headers headers) throws RefusedException {
        String version = text(headers, "ce_specversion");
        String source = text(headers, "ce_source");
        String id = text(headers, "ce_id");
        if (version == null) {
            // Not a CloudEvent by its own words, yet its name, where whole, is as good as a commandId.
            return source == null || source.isEmpty() || id == null || id.isEmpty() ? null : new CloudEvent(source, id);
        }
        requireEnvelope(version.equals(VERSION), "header ce_specversion: must be \"1.0\"");
        return new CloudEvent(given(source, "header ce_source"), given(id, "header ce_id"));
    }

    /** Structured mode: the attributes are fields next to the data. */
    static CloudEvent fromEnvelope(JsonNode envelope) throws RefusedException {
        requireEnvelope(envelope.isObject(), "/: must be an object");
        requireEnvelope(
                VERSION.equals(envelope.path("specversion").stringValue(null)), "/specversion: must be \"1.0\"");
        return new CloudEvent(
                given(envelope.path("source").stringValue(null), "/source"),
                given(envelope.path("id").stringValue(null), "/id"));
    }

    /** As events of its command return it; null where they do not. */
    @Nullable
    public Request request() {
        return LegibleFields.isLine(source, ContractLimits.REQUEST) && LegibleFields.isLine(id, ContractLimits.REQUEST)
                ? new Command.Request(source, id)
                : null;
    }

    private static String given(@Nullable String value, String where) throws RefusedException {
        if (value == null) {
            throw new RefusedException(Refusal.ENVELOPE, where + ": is missing");
        }
        requireEnvelope(!value.isEmpty(), where + ": must be at least 1 character");
        return value;
    }

    private static @Nullable String text(Headers headers, String name) throws RefusedException {
        Header header = headers.lastHeader(name);
        if (header == null || header.value() == null) {
            return null;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(header.value()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new RefusedException(Refusal.ENVELOPE, "header " + name + ": is not UTF-8");
        }
    }
}
