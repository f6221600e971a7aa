package io.docsagent.worker.sandbox.api;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The directives of a prompt: its texts in square brackets. */
public final class PromptDirectives {

    // The bound keeps the search fast in prompts that are full of brackets.
    private static final Pattern DIRECTIVE = Pattern.compile("\\[([^\\[\\]]{1,200})]");

    private PromptDirectives() {}

    public static List<String> in(String prompt) {
        if (prompt.indexOf('[') < 0) {
            return List.of();
        }
        return DIRECTIVE
                .matcher(prompt)
                .results()
                .map((MatchResult found) -> found.group(1).strip())
                .toList();
    }
}
