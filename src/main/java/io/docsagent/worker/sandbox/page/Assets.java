package io.docsagent.worker.sandbox.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The style sheet and the script, which are in the folder of the templates. */
final class Assets {

    private static final Map<String, String> TYPES =
            Map.of("page.css", "text/css; charset=utf-8", "live.js", "text/javascript; charset=utf-8");

    PageResponse get(String name) {
        String type = TYPES.get(name);
        if (type == null) {
            return PageResponse.of(404, "text/plain; charset=utf-8", "");
        }
        return PageResponse.of(200, type, read(name)).with("Cache-Control", "max-age=60");
    }

    private static String read(String name) {
        try (InputStream in = open(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static InputStream open(String name) {
        InputStream in = Assets.class.getResourceAsStream("/sandbox/page/" + name);
        if (in == null) {
            throw new IllegalStateException(name + " is missing");
        }
        return in;
    }
}
