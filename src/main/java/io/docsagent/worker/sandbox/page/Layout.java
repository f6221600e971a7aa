package io.docsagent.worker.sandbox.page;

import io.docsagent.worker.sandbox.work.JobRecord;
import io.docsagent.worker.sandbox.work.PullRequest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** What all pages share: head, path, badges, times. */
final class Layout {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("d MMM, HH:mm:ss", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    private Layout() {}

    /** @param path the links from the root to this page */
    static Html page(String title, Html path, Html content) {
        return new Html()
                .raw("<!doctype html><html lang=en><head><meta charset=utf-8>")
                .raw("<meta name=viewport content=\"width=device-width, initial-scale=1\">")
                .raw("<meta name=color-scheme content=\"light dark\">")
                .raw("<link rel=icon href=\"data:,\"><link rel=stylesheet href=/_assets/page.css>")
                .raw("<script src=/_assets/live.js defer></script>")
                .element("title", title + " · Agent sandbox")
                .raw("</head><body><header><nav aria-label=Path><a class=home href=/>Agent sandbox</a>")
                .add(path)
                .raw("</nav></header><main>")
                .add(content)
                .raw("</main></body></html>\n");
    }

    static Html step(String name, String href) {
        return new Html().raw("<span class=sep>/</span>").element("a", name, "href", href);
    }

    /** A part that is fetched again and again while the page is open. */
    static Html live(String id, Html content) {
        return new Html()
                .open("section", "id", id, "data-live", "")
                .add(content)
                .close("section");
    }

    static Html badge(JobRecord.Status status) {
        return badge(status.name());
    }

    static Html badge(PullRequest.State state) {
        return badge(state.name());
    }

    static Html badge(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return new Html().element("span", lower, "class", "badge " + lower);
    }

    static Html time(Instant at) {
        return new Html().element("time", TIME.format(at) + " UTC", "datetime", at.toString());
    }

    static Html button(String label, String action, String token, String style) {
        return new Html()
                .open("form", "method", "post", "action", action)
                .raw("<input type=hidden name=token value=\"")
                .text(token)
                .raw("\">")
                .element("button", label, "class", style)
                .close("form");
    }
}
