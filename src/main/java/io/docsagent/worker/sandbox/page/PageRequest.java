package io.docsagent.worker.sandbox.page;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A browser's request.
 *
 * @param path decoded segments
 * @param session the session cookie, if there is one
 * @param site where the request comes from, according to the browser ({@code Sec-Fetch-Site})
 * @param form the fields of a POST
 */
record PageRequest(
        String method,
        List<String> path,
        @Nullable String session,
        @Nullable String site,
        Map<String, String> form) {

    boolean isPost() {
        return method.equals("POST");
    }

    String field(String name) {
        return form.getOrDefault(name, "");
    }
}
