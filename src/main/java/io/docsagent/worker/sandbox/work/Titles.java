package io.docsagent.worker.sandbox.work;

import io.docsagent.worker.sandbox.agent.TextStart;

/** A prompt's first line as a title, shortened to the length of a commit's subject. */
public final class Titles {

    private static final int MAX = 72;

    private Titles() {}

    public static String of(String prompt) {
        String line = prompt.strip().lines().findFirst().orElse("").strip().replaceAll("\\s+", " ");
        if (line.isEmpty()) {
            return "Untitled";
        }
        String start = TextStart.of(line, MAX);
        return start.length() < line.length() ? start + "…" : line;
    }
}
