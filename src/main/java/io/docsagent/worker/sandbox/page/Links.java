package io.docsagent.worker.sandbox.page;

import java.nio.charset.StandardCharsets;
import org.springframework.web.util.UriUtils;

/** The paths of the pages. */
public final class Links {

    private Links() {}

    static String project(String projectId) {
        return "/projects/" + segment(projectId);
    }

    static String job(String projectId, String jobId) {
        return project(projectId) + "/jobs/" + segment(jobId);
    }

    public static String pull(String projectId, int number) {
        return project(projectId) + "/pulls/" + number;
    }

    private static String segment(String text) {
        return UriUtils.encode(text, StandardCharsets.UTF_8);
    }
}
