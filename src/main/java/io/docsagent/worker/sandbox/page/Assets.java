package io.docsagent.worker.sandbox.page;

import io.docsagent.worker.sandbox.http.HttpAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.core.io.ClassPathResource;

/** The style sheet and the script, which are in the folder of the templates. */
final class Assets {

    private static final Map<String, String> TYPES =
            Map.of("page.css", "text/css; charset=utf-8", "live.js", "text/javascript; charset=utf-8");

    HttpAnswer get(String name) {
        String type = TYPES.get(name);
        if (type == null) {
            return PageAnswers.of(404, "text/plain; charset=utf-8", "");
        }
        return PageAnswers.of(200, type, read(name)).withHeader("Cache-Control", "max-age=60");
    }

    static String read(String name) {
        try {
            return new ClassPathResource("/sandbox/page/" + name, Assets.class)
                    .getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
