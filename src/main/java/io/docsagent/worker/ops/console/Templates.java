package io.docsagent.worker.ops.console;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Renders the Mustache templates of the pages, which escape every value. */
final class Templates {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("d MMM, HH:mm:ss 'UTC'", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    /** A name that the model does not have is an error, also as a section, so that a misspelt one is detected. */
    private final Mustache.Compiler compiler = Mustache.compiler()
            .strictSections(true)
            .nullValue("")
            .emptyStringIsFalse(true)
            .withFormatter(Templates::text)
            .withLoader(Templates::open);

    private final Frame frame;

    private final Map<String, Template> compiled = new ConcurrentHashMap<>();

    /** What the layout shows around each page. */
    private record Frame(boolean hasLogOut) {}

    Templates(boolean hasLogOut) {
        this.frame = new Frame(hasLogOut);
    }

    String render(String name, Object model) {
        StringWriter page = new StringWriter();
        compiled.computeIfAbsent(name, compiler::loadTemplate).execute(model, frame, page);
        return page.toString();
    }

    private static String text(Object value) {
        return value instanceof Instant time ? TIME.format(time) : value.toString();
    }

    private static Reader open(String name) throws IOException {
        return new InputStreamReader(Assets.open(name + ".mustache"), StandardCharsets.UTF_8);
    }
}
