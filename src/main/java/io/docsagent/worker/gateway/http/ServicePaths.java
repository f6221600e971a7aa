package io.docsagent.worker.gateway.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/** URLs of the service's operations; no id can change their path. */
final class ServicePaths {

    /** Project ids, and job ids in commands: without {@code .} and {@code ..} they cannot change a path. */
    private static final Pattern CONTRACT_ID = Pattern.compile("[A-Za-z0-9._~-]{1,128}");

    private static final int MAX_ID_LENGTH = 1024;

    private final String base;

    ServicePaths(URI baseUrl) {
        this.base = baseUrl.toString().replaceAll("/+$", "");
    }

    /** The URL of a POST; null where an id cannot be part of a path. */
    @Nullable
    String post(String projectId, @Nullable String jobId) {
        if (jobId != null) {
            String job = job(projectId, jobId);
            return job == null ? null : job + "/message";
        }
        return usable(projectId) ? jobs(projectId) : null;
    }

    /** The URL of a job; null where an id cannot be part of a path. */
    @Nullable
    String job(String projectId, String jobId) {
        return usable(projectId) && usable(jobId) ? jobs(projectId) + "/" + encoded(jobId) : null;
    }

    private String jobs(String projectId) {
        return base + "/v2/agent/" + encoded(projectId) + "/job";
    }

    private static boolean usable(String id) {
        return !id.equals(".") && !id.equals("..") && (CONTRACT_ID.matcher(id).matches() || isSafeSegment(id));
    }

    /**
     * For job ids that the service chose: encoding does not protect from a proxy that decodes before it resolves dots
     * and slashes, as in {@code ..;}.
     */
    private static boolean isSafeSegment(String id) {
        return !id.isEmpty()
                && id.length() <= MAX_ID_LENGTH
                && !id.startsWith("..")
                && id.chars().noneMatch(c -> c == '/' || c == '\\' || c == '%' || Character.isISOControl(c))
                && StandardCharsets.UTF_8.newEncoder().canEncode(id);
    }

    /** All but the unreserved characters of RFC 3986, so that no id contains a delimiter. */
    private static String encoded(String id) {
        return UriUtils.encode(id, StandardCharsets.UTF_8);
    }
}
