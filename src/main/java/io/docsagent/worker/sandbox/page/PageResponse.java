package io.docsagent.worker.sandbox.page;

import java.util.HashMap;
import java.util.Map;

/** The response to a browser. */
record PageResponse(int status, Map<String, String> headers, String body) {

    /** Allows only our own script and style sheet, nothing from other sites, and no frames. */
    private static final Map<String, String> PROTECTION = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; "
                    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin");

    PageResponse {
        headers = Map.copyOf(headers);
    }

    static PageResponse html(int status, String page) {
        return of(status, "text/html; charset=utf-8", page).with("Cache-Control", "no-store");
    }

    static PageResponse of(int status, String type, String body) {
        return new PageResponse(status, PROTECTION, body).with("Content-Type", type);
    }

    static PageResponse seeOther(String location) {
        return of(303, "text/plain; charset=utf-8", "").with("Location", location);
    }

    PageResponse with(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new PageResponse(status, more, body);
    }
}
