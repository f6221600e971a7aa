package io.docsagent.worker.gateway.keys;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A text with its escapes resolved, and the position of each character in the original. */
final class Unescaped {

    /** Of URLs, of JSON and its relatives, and of HTML; a secret is ASCII, so a byte of an escape is a character. */
    private static final Pattern ESCAPE = Pattern.compile("%(?<url>[0-9A-Fa-f]{2})"
            + "|\\\\(?:u00|x)(?<json>[0-9A-Fa-f]{2})"
            + "|\\\\(?<plain>[\"'/\\\\])"
            + "|&#0*(?<decimal>[0-9]{1,3});"
            + "|&#[xX]0*(?<hex>[0-9A-Fa-f]{1,2});"
            + "|&(?<name>amp|lt|gt|quot|apos);");

    /** For an error quoted in an error quoted in a URL; deeper nesting would only cost time. */
    private static final int MAX_DEPTH = 3;

    private final String text;
    private final int depth;
    private final int @Nullable [] from;
    private final int @Nullable [] to;

    private Unescaped(String text, int depth, int @Nullable [] from, int @Nullable [] to) {
        this.text = text;
        this.depth = depth;
        this.from = from;
        this.to = to;
    }

    static Unescaped nothing(String text) {
        return new Unescaped(text, 0, null, null);
    }

    String text() {
        return text;
    }

    /** Where in the original the character at this index begins. */
    int from(int index) {
        return from == null ? index : from[index];
    }

    /** Where in the original the character at this index has ended. */
    int to(int index) {
        return to == null ? index + 1 : to[index];
    }

    /** With one more level of escapes resolved; null where there is none, or enough was done. */
    @Nullable
    Unescaped once() {
        if (depth == MAX_DEPTH || (text.indexOf('%') < 0 && text.indexOf('\\') < 0 && text.indexOf('&') < 0)) {
            return null;
        }
        Matcher escape = ESCAPE.matcher(text);
        StringBuilder resolved = new StringBuilder(text.length());
        int[] begins = new int[text.length()];
        int[] ends = new int[text.length()];
        boolean found = escape.find();
        boolean any = found;
        for (int i = 0; i < text.length(); ) {
            boolean isEscape = found && escape.start() == i;
            int end = isEscape ? escape.end() : i + 1;
            begins[resolved.length()] = from(i);
            ends[resolved.length()] = to(end - 1);
            resolved.append(isEscape ? character(escape) : text.charAt(i));
            found = isEscape ? escape.find() : found;
            i = end;
        }
        return any ? new Unescaped(resolved.toString(), depth + 1, begins, ends) : null;
    }

    private static char character(Matcher escape) {
        if (escape.group("plain") != null) {
            return escape.group("plain").charAt(0);
        }
        if (escape.group("name") != null) {
            return switch (escape.group("name")) {
                case "lt" -> '<';
                case "gt" -> '>';
                case "quot" -> '"';
                case "apos" -> '\'';
                default -> '&';
            };
        }
        if (escape.group("decimal") != null) {
            return (char) Integer.parseInt(escape.group("decimal"));
        }
        String hex = escape.group("url") != null
                ? escape.group("url")
                : escape.group("json") != null ? escape.group("json") : escape.group("hex");
        return (char) Integer.parseInt(hex, 16);
    }
}
