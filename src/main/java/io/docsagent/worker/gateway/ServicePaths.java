package io.docsagent.worker.gateway;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The addresses of the service's operations, which no id can bend. */
final class ServicePaths {

    private static final int MAX_ID_LENGTH = 1024;
    private static final String UNRESERVED = "-._~";
    private static final String HEX = "0123456789ABCDEF";

    private final String base;

    ServicePaths(URI baseUrl) {
        this.base = baseUrl.toString().replaceAll("/+$", "");
    }

    /** Where a POST goes; null where an id cannot be part of a path. */
    @Nullable
    String post(String projectId, @Nullable String jobId) {
        if (jobId != null) {
            String job = job(projectId, jobId);
            return job == null ? null : job + "/message";
        }
        return usable(projectId) ? jobs(projectId) : null;
    }

    /** Where a job is seen; null where an id cannot be part of a path. */
    @Nullable
    String job(String projectId, String jobId) {
        return usable(projectId) && usable(jobId) ? jobs(projectId) + "/" + encoded(jobId) : null;
    }

    private String jobs(String projectId) {
        return base + "/v2/agent/" + encoded(projectId) + "/job";
    }

    /** Encoding does not save what a proxy decodes again before it resolves dots and slashes; such ids are refused. */
    private static boolean usable(String id) {
        return !id.isEmpty()
                && id.length() <= MAX_ID_LENGTH
                && !id.equals(".")
                && !id.startsWith("..")
                && id.chars().noneMatch(c -> c == '/' || c == '\\' || c == '%' || Character.isISOControl(c))
                && StandardCharsets.UTF_8.newEncoder().canEncode(id);
    }

    private static String encoded(String id) {
        StringBuilder path = new StringBuilder(id.length());
        for (byte b : id.getBytes(StandardCharsets.UTF_8)) {
            if (isUnreserved(b)) {
                path.append((char) b);
            } else {
                path.append('%').append(HEX.charAt((b >> 4) & 0xf)).append(HEX.charAt(b & 0xf));
            }
        }
        return path.toString();
    }

    private static boolean isUnreserved(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || UNRESERVED.indexOf(b) >= 0;
    }
}
