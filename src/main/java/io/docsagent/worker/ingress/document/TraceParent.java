package io.docsagent.worker.ingress.document;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The span in which a record was published, in the form of W3C Trace Context; anything else is ignored. */
final class TraceParent {

    /** Version 00; of all zeros the specification says that they are invalid. */
    private static final Pattern VALID = Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    private TraceParent() {}

    /** From the CloudEvents extension in binary mode, otherwise from the header that tracing libraries set. */
    static @Nullable String of(Headers headers) {
        String extension = valid(text(headers.lastHeader("ce_traceparent")));
        return extension != null ? extension : valid(text(headers.lastHeader("traceparent")));
    }

    static @Nullable String valid(@Nullable String text) {
        return text != null && VALID.matcher(text).matches() ? text : null;
    }

    private static @Nullable String text(@Nullable Header header) {
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.US_ASCII);
    }
}
