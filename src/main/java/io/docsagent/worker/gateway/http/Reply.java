package io.docsagent.worker.gateway.http;

import io.docsagent.worker.gateway.keys.Redaction;
import io.docsagent.worker.message.JobSnapshot;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the service answered, as far as it could be read.
 *
 * @param retryAfter the header as received
 * @param date the header as received
 * @param body null until it has been read, and where it is not JSON, too long or incomplete
 */
record Reply(
        int status,
        @Nullable String retryAfter,
        @Nullable String date,
        @Nullable JsonNode body) {

    /** An HTTP URL without characters that could end it early where it is shown. */
    private static final Pattern LINK =
            Pattern.compile("(?i)https?://[^/?#\\p{Z}\\p{C}\"'<>\\\\^`{|}][^\\p{Z}\\p{C}\"'<>\\\\^`{|}]*");

    Reply withBody(@Nullable JsonNode read) {
        return new Reply(status, retryAfter, date, read);
    }

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /** The job in the body; null where there is none with an id. A wrong type of another field counts as absent. */
    @Nullable
    JobSnapshot job() {
        if (body == null) {
            return null;
        }
        JsonNode id = body.get("id");
        if (id == null || !id.isString() || id.stringValue().isBlank()) {
            return null;
        }
        // An id that does not survive would name another job.
        String text = id.stringValue();
        if (!ServiceText.fit(text).equals(text) || text.contains(Redaction.MARK)) {
            return null;
        }
        return new JobSnapshot(
                text,
                ServiceText.of(body, "status"),
                link(ServiceText.of(body, "prLink")),
                source(body.get("source")),
                ServiceText.of(body, "model"),
                ServiceText.of(body, "createdAt"),
                ServiceText.of(body, "archivedAt"));
    }

    /** Subscribers show it as a link, so it must not be script, a file URL, or part of something else. */
    private static @Nullable String link(@Nullable String text) {
        return text != null && LINK.matcher(text).matches() ? text : null;
    }

    private static JobSnapshot.@Nullable Source source(@Nullable JsonNode source) {
        return source == null || !source.isObject()
                ? null
                : new JobSnapshot.Source(ServiceText.of(source, "repository"), ServiceText.of(source, "ref"));
    }

    /** Whether the body is the service's own error object and not a page of something else that answered. */
    boolean isServiceError() {
        return ServiceText.of(body, "error") != null;
    }

    /** What the service said was wrong, or at least its status. */
    String message() {
        String error = ServiceText.of(body, "error");
        return error == null ? "The service answered " + status + " without a readable message" : error;
    }
}
