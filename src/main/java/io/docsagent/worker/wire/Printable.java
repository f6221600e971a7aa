package io.docsagent.worker.wire;

import java.util.Locale;
import java.util.function.IntPredicate;

/** Makes external text safe for a line that people and terminals read. */
public final class Printable {

    private static final char REPLACEMENT = '\uFFFD';

    private Printable() {}

    /** Without control characters, line breaks, unpaired surrogates, and what turns the direction of writing. */
    public static String of(String text) {
        return replaced(text, c -> Character.isISOControl(c) || isDeceptive(c));
    }

    /** The same, but with the line breaks, tabs and colours of the one who wrote the lines. */
    public static String lines(String text) {
        return replaced(text, Printable::isDeceptive);
    }

    /** A JSON text that means the same, with these characters escaped. */
    public static String json(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isDeceptive(c) || isUnpaired(text, i)) {
                escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /** Rarely anything has to be replaced, so that nothing is copied before. */
    private static String replaced(String text, IntPredicate unfit) {
        StringBuilder changed = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (unfit.test(c) || isUnpaired(text, i)) {
                changed = changed == null ? new StringBuilder(text) : changed;
                changed.setCharAt(i, REPLACEMENT);
            }
        }
        return changed == null ? text : changed.toString();
    }

    /**
     * C1 controls, which terminals obey like C0; line separators; bidirectional marks, embeddings and isolates; and what no
     * XML document may contain, a report of tests for instance.
     */
    private static boolean isDeceptive(int c) {
        return (c >= 0x7f && c <= 0x9f)
                || c == 0x061c
                || c == 0x200e
                || c == 0x200f
                || (c >= 0x2028 && c <= 0x202e)
                || (c >= 0x2066 && c <= 0x2069)
                || c >= 0xfffe;
    }

    private static boolean isUnpaired(String text, int i) {
        char c = text.charAt(i);
        return Character.isHighSurrogate(c)
                ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
                : Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }
}
