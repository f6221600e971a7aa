package io.docsagent.worker.ingress.document;

import io.docsagent.worker.contract.JsonMappers;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One JSON document in UTF-8 and nothing else, at a cost that grows with its length only. */
final class StrictJson {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** Commands are two deep, three in an envelope. */
    private static final int MAX_DEPTH = 32;

    /** A full command has 51 tokens; the rest is room for the attributes of an envelope. */
    private static final int MAX_TOKENS = 1_000;

    /** Narrower than the limits for all readers, so what is accepted here is read everywhere. */
    static final JsonFactory FACTORY = JsonMappers.FACTORY
            .rebuild()
            .streamReadConstraints(JsonMappers.FACTORY
                    .streamReadConstraints()
                    .rebuild()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxTokenCount(MAX_TOKENS)
                    .build())
            // The shared table of names would grow with every new name that publishers use.
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();

    private static final JsonMapper MAPPER = JsonMapper.builder(FACTORY)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // Checked below, where the reason can name it.
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private StrictJson() {}

    /**
     * Reads the document.
     *
     * @param pointer where it stands within the record
     * @param names those that a reason may show
     */
    static JsonNode read(byte[] utf8, String pointer, FieldNames names) throws RefusedException {
        String text = decode(utf8, pointer);
        if (text.charAt(0) == BYTE_ORDER_MARK) {
            throw new RefusedException(Refusal.ENCODING, shown(pointer) + ": begins with a byte order mark");
        }
        JsonNode document = parse(text, pointer);
        requireUnicode(document, pointer, names);
        return document;
    }

    private static String decode(byte[] utf8, String pointer) throws RefusedException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new RefusedException(Refusal.ENCODING, shown(pointer) + ": is not UTF-8");
        }
    }

    private static JsonNode parse(String text, String pointer) throws RefusedException {
        try (JsonParser parser = MAPPER.createParser(text)) {
            if (parser.nextToken() == null) {
                throw new RefusedException(Refusal.NOT_JSON, shown(pointer) + ": contains only white space");
            }
            JsonNode document = MAPPER.readTree(parser);
            if (parser.nextToken() != null) {
                throw new RefusedException(
                        Refusal.NOT_JSON,
                        shown(pointer) + ": has content after the document" + at(parser.currentTokenLocation()));
            }
            return document;
        } catch (JacksonException e) {
            if (e.getOriginalMessage().contains("surrogate")) {
                // In a name; a text passes here, and is checked below.
                throw new RefusedException(
                        Refusal.ENCODING,
                        shown(pointer) + ": has an unpaired surrogate in a field's name" + at(e.getLocation()));
            }
            throw new RefusedException(Refusal.NOT_JSON, shown(pointer) + ": " + whatIsWrong(e) + at(e.getLocation()));
        }
    }

    /** A message of the worker: Jackson's own messages quote the document. */
    private static String whatIsWrong(JacksonException e) {
        if (e instanceof StreamConstraintsException) {
            return "is nested too deeply, or has too many fields or too long a number";
        }
        return e.getOriginalMessage().startsWith("Duplicate") ? "has the same field twice" : "is not JSON";
    }

    private static String at(TokenStreamLocation location) {
        return location == null ? "" : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
    }

    /** JSON's escapes can say what no encoding can carry further. Recursive, but only as deep as was parsed. */
    private static void requireUnicode(JsonNode node, String pointer, FieldNames names) throws RefusedException {
        if (node.isString() && hasLoneSurrogate(node.stringValue())) {
            throw new RefusedException(Refusal.ENCODING, shown(pointer) + ": has an unpaired surrogate");
        }
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            requireUnicode(field.getValue(), names.child(pointer, field.getKey()), names);
        }
        if (node.isArray()) {
            for (JsonNode element : node) {
                requireUnicode(element, pointer + "/*", names);
            }
        }
    }

    static boolean hasLoneSurrogate(String text) {
        return !StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** The root's pointer is empty; a lone slash reads better. */
    static String shown(String pointer) {
        return pointer.isEmpty() ? "/" : pointer;
    }
}
