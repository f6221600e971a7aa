package io.docsagent.worker.sandbox.page;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a browser asks for.
 *
 * @param path decoded segments
 * @param session the session cookie, if it came
 * @param site the browser's word on where the request comes from ({@code Sec-Fetch-Site})
 * @param form the fields of a POST
 */
public record PageRequest(
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
