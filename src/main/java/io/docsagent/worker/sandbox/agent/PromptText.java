package io.docsagent.worker.sandbox.agent;

import java.text.Normalizer;
import java.util.Locale;

/** Turns text of a prompt into file names, headings and quotations. */
final class PromptText {

    private static final int MAX_SLUG = 60;
    private static final int MAX_TITLE = 80;

    private PromptText() {}

    /** A file name in lower-case ASCII with hyphens. */
    static String slug(String words) {
        String plain = Normalizer.normalize(words, Normalizer.Form.NFD).replaceAll("\\p{M}+", "");
        String slug = plain.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String cut = slug.substring(0, Math.min(MAX_SLUG, slug.length())).replaceAll("^-+|-+$", "");
        return cut.isEmpty() ? "page" : cut;
    }

    /** One line that starts with a capital and has no full stop; Markdown and HTML are escaped. */
    static String title(String words) {
        String line = words.strip().replaceAll("\\s+", " ").replaceAll("[.!?]+$", "");
        String start = TextStart.of(line, MAX_TITLE);
        String cut = start.length() < line.length() ? start.strip() + "…" : line;
        return cut.isEmpty() ? "Page" : escaped(cut.substring(0, 1).toUpperCase(Locale.ROOT) + cut.substring(1));
    }

    static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replaceAll("([*_\\[\\]`])", "\\\\$1");
    }

    static String quoted(String text) {
        return text.strip()
                .lines()
                .map(line -> ("> " + escaped(line)).stripTrailing() + "\n")
                .reduce("", String::concat);
    }

    static String fileName(String page) {
        String name = page.substring(page.lastIndexOf('/') + 1);
        return name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
    }
}
