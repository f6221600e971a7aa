package io.docsagent.worker.ops.console;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/** The paths of the pages, and what may be linked elsewhere. */
final class Links {

    private Links() {}

    static String project(String projectId) {
        return "/projects/" + segment(projectId);
    }

    static String command(String projectId, String commandId) {
        return project(projectId) + "/commands/" + segment(commandId);
    }

    /** Null for a command without an id, which has no page. */
    static @Nullable String commandOrNull(String projectId, @Nullable String commandId) {
        return commandId == null ? null : command(projectId, commandId);
    }

    /** The address where it is one of the web; null for others, such as {@code javascript:}. */
    static @Nullable String web(@Nullable String address) {
        return address != null && (address.startsWith("https://") || address.startsWith("http://")) ? address : null;
    }

    private static String segment(String text) {
        return UriUtils.encode(text, StandardCharsets.UTF_8);
    }
}
