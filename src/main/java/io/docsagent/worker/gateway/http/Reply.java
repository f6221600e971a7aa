package io.docsagent.worker.gateway.http;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.gateway.keys.Redaction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the service answered, as far as it could be read.
 *
 * @param retryAfter the header as received
 * @param rateLimitReset the header {@code RateLimit-Reset} or, where it is missing, {@code X-RateLimit-Reset}
 * @param date the header as received
 * @param body null until it has been read, and where it is not JSON, too long or incomplete
 */
record Reply(
        int status,
        @Nullable String retryAfter,
        @Nullable String rateLimitReset,
        @Nullable String date,
        @Nullable JsonNode body) {

    /** Characters that could end a link early where it is shown. */
    private static final String NOT_IN_A_LINK = "\\p{Z}\\p{C}\"'<>\\\\^`{|}";

    /** An HTTP URL; one with user information, as in {@code https://git.example@evil.example}, hides where it leads. */
    private static final Pattern LINK =
            Pattern.compile("(?i)https?://[^/?#@" + NOT_IN_A_LINK + "]+([/?#][^" + NOT_IN_A_LINK + "]*)?");

    Reply withBody(@Nullable JsonNode read) {
        return new Reply(status, retryAfter, rateLimitReset, date, read);
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

    /**
     * Whether the body is the service's own error object, whose {@code error} may be missing, and not a page of something
     * else that answered.
     */
    boolean isServiceError() {
        return ServiceText.of(body, "error") != null || (body != null && body.isEmpty());
    }

    /** What the service said was wrong, or at least its status. */
    String message() {
        String error = ServiceText.of(body, "error");
        return error == null ? "The service answered " + status + " without a readable message" : error;
    }
}
