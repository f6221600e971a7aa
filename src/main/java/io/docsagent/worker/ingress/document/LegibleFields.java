package io.docsagent.worker.ingress.document;

import io.docsagent.worker.contract.Command.Request;
import io.docsagent.worker.contract.ContractLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * What can be read of a record that was refused: the fields at the top of its command or operation that say who waits for
 * an answer, up to where it is no JSON.
 *
 * <p>Reads the record once, in parts, and keeps nothing else of it: it may be larger than what is accepted.
 */
public final class LegibleFields {

    private static final Set<String> ATTRIBUTES = Set.of("source", "id");
    private static final Set<String> NAMES = Set.of("projectId", "commandId", "operationId", "operation", "by");

    private static final Pattern SERVICE_ID = Pattern.compile(ContractLimits.SERVICE_ID);
    private static final Pattern WITHOUT_CONTROLS = Pattern.compile(ContractLimits.WITHOUT_CONTROLS);

    private final Map<String, String> texts = new HashMap<>();
    private @Nullable CloudEvent event;
    private boolean isOfAll;

    private LegibleFields() {}

    public static LegibleFields of(ConsumerRecord<byte[], byte[]> record) {
        LegibleFields fields = new LegibleFields();
        ContentType type = DocumentReader.contentType(record.headers());
        boolean isJson = type.isUtf8() && (!type.isStructured() || type.isStructuredJson());
        if (record.value() != null && isJson) {
            fields.read(record.value(), type.isStructured());
            fields.event = type.isStructured() ? fields.attributes() : eventOf(record.headers());
        }
        return fields;
    }

    private static @Nullable CloudEvent eventOf(Headers headers) {
        try {
            return CloudEvent.fromHeaders(headers);
        } catch (RefusedException e) {
            return null;
        }
    }

    private CloudEvent attributes() {
        return new CloudEvent(texts.getOrDefault("source", ""), texts.getOrDefault("id", ""));
    }

    private void read(byte[] json, boolean isEnvelope) {
        try (JsonParser parser = StrictJson.FACTORY.createParser(ObjectReadContext.empty(), json)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                readObject(parser, isEnvelope);
            }
        } catch (JacksonException e) {
            // What was read before counts.
        }
    }

    private void readObject(JsonParser parser, boolean isEnvelope) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (isEnvelope && name.equals("data") && value == JsonToken.START_OBJECT) {
                readObject(parser, false);
            } else if (isEnvelope && name.equals("data_base64") && value == JsonToken.VALUE_STRING) {
                read(parser.getBinaryValue(), false);
            } else {
                keep(name, value, parser, isEnvelope);
                parser.skipChildren();
            }
        }
    }

    /** What is there twice says nothing. */
    private void keep(String name, JsonToken value, JsonParser parser, boolean isEnvelope) {
        if ((isEnvelope ? ATTRIBUTES : NAMES).contains(name)) {
            String text = value == JsonToken.VALUE_STRING ? parser.getString() : "";
            texts.merge(name, text, (one, other) -> "");
        }
        isOfAll |= !isEnvelope && name.equals("all") && value == JsonToken.VALUE_TRUE;
    }

    /** The id of a project; null where it is missing or cannot be one. */
    @Nullable
    public String serviceId(String field) {
        String id = id(field);
        return id != null && SERVICE_ID.matcher(id).matches() && !id.equals(".") && !id.equals("..") ? id : null;
    }

    /** The id of a command or an operation, or another short text; null where it is missing or cannot be one. */
    @Nullable
    public String id(String field) {
        String text = texts.getOrDefault(field, "");
        return isLine(text, ContractLimits.COMMAND_ID) ? text : null;
    }

    /** The CloudEvent that the record is; null where it is none that events return. */
    @Nullable
    public Request request() {
        return event == null ? null : event.request();
    }

    /** Whether it is a text of 1 to so many characters, none of them a control character. */
    static boolean isLine(String text, int most) {
        return !text.isEmpty()
                && text.codePointCount(0, text.length()) <= most
                && WITHOUT_CONTROLS.matcher(text).matches()
                && !StrictJson.hasLoneSurrogate(text);
    }

    /** Whether an operation is on all projects. */
    public boolean isOfAll() {
        return isOfAll;
    }
}
