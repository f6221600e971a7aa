package io.docsagent.worker.sandbox.work;

/** A prompt's first line as a title, shortened to the length of a commit's subject. */
public final class Titles {

    private static final int MAX = 72;

    private Titles() {}

    public static String of(String prompt) {
        String line = prompt.strip().lines().findFirst().orElse("").strip().replaceAll("\\s+", " ");
        if (line.isEmpty()) {
            return "Untitled";
        }
        int end = line.offsetByCodePoints(0, Math.min(MAX, line.codePointCount(0, line.length())));
        return end < line.length() ? line.substring(0, end) + "…" : line;
    }
}
