package io.docsagent.worker.domain.state;

import org.jspecify.annotations.Nullable;

/** What texts take, in bytes: as the JSON of a record has them, or as strings. */
final class TextBytes {

    /** The string, and its array with the padding. */
    private static final int STRING = 44;

    /** A control character without a short form, as {@code \u001f}. */
    private static final int ESCAPED = 6;

    private TextBytes() {}

    /** In JSON, without the quotes around it. */
    static long inJson(String text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c >= 0x80 || c == '"' || c == '\\') {
                bytes += moreThanOne(c);
            }
        }
        return bytes;
    }

    /** Beyond one byte; each half of a pair of surrogates has half of four. */
    private static int moreThanOne(char c) {
        if (c >= 0x800) {
            return Character.isSurrogate(c) ? 1 : 2;
        }
        boolean isShort = c >= ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f';
        return isShort ? 1 : ESCAPED - 1;
    }

    /** Of those that there are: one byte for each character, and two where one of the text is not of Latin-1. */
    static long inMemory(@Nullable String... texts) {
        long bytes = 0;
        for (String text : texts) {
            bytes += text == null ? 0 : STRING + (long) text.length() * (isLatin1(text) ? 1 : 2);
        }
        return bytes;
    }

    private static boolean isLatin1(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xff) {
                return false;
            }
        }
        return true;
    }
}
