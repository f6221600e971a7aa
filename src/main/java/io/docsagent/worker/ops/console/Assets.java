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

    private static final String FOLDER = "/assets/";

    private static final Map<String, String> TYPES =
            Map.of("console.css", "text/css; charset=utf-8", "console.js", "text/javascript; charset=utf-8");

    private Assets() {}

    static boolean isAsset(String path) {
        return path.startsWith(FOLDER) && TYPES.containsKey(path.substring(FOLDER.length()));
    }

    /** Null for one that does not exist. */
    static @Nullable PageAnswer get(String name) {
        String type = TYPES.get(name);
        return type == null
                ? null
                : new PageAnswer(
                        HttpStatus.OK,
                        Map.of(HttpHeaders.CONTENT_TYPE, type, HttpHeaders.CACHE_CONTROL, "max-age=60"),
                        read(name));
    }

    private static String read(String name) {
        try (InputStream in = open(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
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
