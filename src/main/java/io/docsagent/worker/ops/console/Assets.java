package io.docsagent.worker.ops.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** The style sheet and the script, which are in the folder of the templates. */
final class Assets {

    private static final Map<String, PageAnswer> BY_PATH = Map.of(
            "/assets/console.css", read("console.css", "text/css; charset=utf-8"),
            "/assets/console.js", read("console.js", "text/javascript; charset=utf-8"));

    private Assets() {}

    /** Null for another path. */
    static @Nullable PageAnswer get(String path) {
        return BY_PATH.get(path);
    }

    private static PageAnswer read(String name, String type) {
        try (InputStream in = open(name)) {
            return new PageAnswer(
                    HttpStatus.OK,
                    Map.of(HttpHeaders.CONTENT_TYPE, type, HttpHeaders.CACHE_CONTROL, "max-age=60"),
                    new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static InputStream open(String name) {
        InputStream in = Assets.class.getResourceAsStream("/console/" + name);
        if (in == null) {
            throw new IllegalStateException(name + " is missing");
        }
        return in;
    }
}
