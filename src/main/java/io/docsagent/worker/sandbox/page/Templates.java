package io.docsagent.worker.sandbox.page;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.StringReader;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Renders the Mustache templates of the pages, which escape every value except in triple braces. */
final class Templates {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("d MMM, HH:mm:ss 'UTC'", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    /** A name that the model does not have is an error, also as a section, so that a misspelt one is detected. */
    private final Mustache.Compiler compiler = Mustache.compiler()
            .strictSections(true)
            .nullValue("")
            .emptyStringIsFalse(true)
            .withFormatter(Templates::text)
            .withLoader(name -> new StringReader(Assets.read(name + ".mustache")));

    private final Map<String, Template> compiled = new ConcurrentHashMap<>();

    String render(String name, Object model) {
        return compiled.computeIfAbsent(name, compiler::loadTemplate).execute(model);
    }

    private static String text(Object value) {
        return switch (value) {
            case Instant time -> TIME.format(time);
            case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT);
            default -> value.toString();
        };
    }
}
