package io.docsagent.worker.sandbox.agent;

/** Shortens texts by code points: half of a surrogate pair cannot be written. */
public final class TextStart {

    private TextStart() {}

    /** The text, or its first characters if it has more than {@code most}. */
    public static String of(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int characters = text.codePointCount(0, (int) Math.min(text.length(), 2L * most));
        return text.substring(0, text.offsetByCodePoints(0, Math.min(most, characters)));
    }
}
