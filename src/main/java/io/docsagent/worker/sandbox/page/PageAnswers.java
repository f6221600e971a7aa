package io.docsagent.worker.sandbox.page;

import io.docsagent.worker.sandbox.http.HttpAnswer;
import java.util.Map;

/** The answers to a browser. */
final class PageAnswers {

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

    private PageAnswers() {}

    static HttpAnswer html(int status, String page) {
        return of(status, "text/html; charset=utf-8", page).withHeader("Cache-Control", "no-store");
    }

    static HttpAnswer of(int status, String type, String body) {
        return new HttpAnswer(status, PROTECTION, body).withHeader("Content-Type", type);
    }

    static HttpAnswer seeOther(String location) {
        return of(303, "text/plain; charset=utf-8", "").withHeader("Location", location);
    }
}
