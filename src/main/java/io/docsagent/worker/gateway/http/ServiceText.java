package io.docsagent.worker.gateway.http;

import io.docsagent.worker.contract.ContractLimits;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Strings from the service, limited to 4 KiB of UTF-8 and without unpaired surrogates, so that they can be stored. */
final class ServiceText {

    static final int MAX_BYTES = ContractLimits.SERVICE_TEXT_BYTES;

    private static final int REPLACEMENT = 0xFFFD;

    private ServiceText() {}

    /** The text of a field; null where it is missing, blank or no string. */
    static @Nullable String of(@Nullable JsonNode object, String field) {
        JsonNode value = object == null ? null : object.get(field);
        if (value == null || !value.isString() || value.stringValue().isBlank()) {
            return null;
        }
        return fit(value.stringValue());
    }

    /** An unpaired surrogate could never be written to Kafka as UTF-8, so it is replaced here. */
    static String fit(String text) {
        StringBuilder kept = new StringBuilder(Math.min(text.length(), MAX_BYTES));
        int bytes = 0;
        for (int i = 0; i < text.length(); ) {
            int read = text.codePointAt(i);
            i += Character.charCount(read);
            int c = read >= Character.MIN_SURROGATE && read <= Character.MAX_SURROGATE ? REPLACEMENT : read;
            bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (bytes > MAX_BYTES) {
                break;
            }
            kept.appendCodePoint(c);
        }
        return kept.toString();
    }
}
