package io.docsagent.worker.sandbox.api;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/** The operation, project and job that a request addresses by its method and path. */
public record RequestTarget(
        ServiceOperation operation,
        @Nullable String projectId,
        @Nullable String jobId) {

    private static final String PREFIX = "/v2/agent/";
    private static final RequestTarget UNKNOWN = new RequestTarget(ServiceOperation.OTHER, null, null);

    public static RequestTarget of(String method, String uri) {
        int query = uri.indexOf('?');
        String path = query < 0 ? uri : uri.substring(0, query);
        if (!path.startsWith(PREFIX)) {
            return UNKNOWN;
        }
        // A limit of -1 keeps empty segments, so that a doubled or trailing slash is no match.
        String[] segments = path.substring(PREFIX.length()).split("/", -1);
        if (segments.length < 2 || !segments[1].equals("job")) {
            return UNKNOWN;
        }
        String projectId = decoded(segments[0]);
        String jobId = segments.length > 2 ? decoded(segments[2]) : null;
        if (projectId == null || (segments.length > 2 && jobId == null)) {
            return UNKNOWN;
        }
        ServiceOperation operation = operation(method, segments);
        return operation == ServiceOperation.OTHER ? UNKNOWN : new RequestTarget(operation, projectId, jobId);
    }

    private static ServiceOperation operation(String method, String[] segments) {
        return switch (segments.length) {
            case 2 -> method.equals("POST") ? ServiceOperation.CREATE : ServiceOperation.OTHER;
            case 3 -> method.equals("GET") ? ServiceOperation.GET : ServiceOperation.OTHER;
            case 4 ->
                method.equals("POST") && segments[3].equals("message")
                        ? ServiceOperation.MESSAGE
                        : ServiceOperation.OTHER;
            default -> ServiceOperation.OTHER;
        };
    }

    private static @Nullable String decoded(String segment) {
        try {
            String name = UriUtils.decode(segment, StandardCharsets.UTF_8);
            return isName(name) ? name : null;
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }

    private static boolean isName(String name) {
        return !name.isEmpty() && !name.equals(".") && !name.equals("..");
    }
}
