package io.docsagent.worker.sandbox.agent;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** "Also add error handling examples to the quickstart"; without a page, the one that the job changed most recently. */
final class AddSection implements Skill {

    private static final Pattern REQUEST = Pattern.compile(
            "(?iu)^(?:please )?(?:also )?(?:add|include|show) (?:an? |some |more )?(.+?)(?: (?:to|in|on) (?:the )?(.+?))?[.!]?$");
    private static final Pattern EXAMPLE = Pattern.compile("(?iu)\\bexamples?\\b");

    @Override
    public @Nullable String tryEdit(Request request) {
        Matcher found = REQUEST.matcher(request.instruction());
        if (!found.matches()) {
            return null;
        }
        String page =
                found.group(2) == null ? lastPage(request) : request.site().find(found.group(2));
        if (page == null) {
            return null;
        }
        String subject = found.group(1);
        String heading = heading(subject);
        String text = request.site().read(page);
        if (text.lines().anyMatch(line -> line.equals("## " + heading))) {
            return "%s already has a section “%s”; nothing to do".formatted(page, heading);
        }
        request.site().write(page, text.stripTrailing() + "\n\n## " + heading + "\n\n" + body(subject));
        return "Added a section “%s” to %s".formatted(heading, page);
    }

    private static @Nullable String lastPage(Request request) {
        return request.task().jobPages().stream()
                .filter(page -> page.endsWith(".md"))
                .filter(request.site()::has)
                .findFirst()
                .orElse(null);
    }

    /** The subject without the word: "example with curl" is about curl. */
    private static String heading(String subject) {
        String rest = EXAMPLE.matcher(subject).replaceAll("").strip().replaceAll("(?i)^(?:with|for|of) ", "");
        if (rest.isEmpty()) {
            return "Example";
        }
        return EXAMPLE.matcher(subject).find()
                        && !subject.toLowerCase(Locale.ROOT).contains("error")
                ? "Example: " + PromptText.escaped(rest)
                : PromptText.title(rest);
    }

    private static String body(String subject) {
        String lower = subject.toLowerCase(Locale.ROOT);
        if (lower.contains("error")) {
            return """
                    Every error has a status and a reason:

                    ```sh
                    curl -i https://api.acme.example/v1/items/unknown -H "Authorization: Bearer $ACME_KEY"
                    ```

                    ```json
                    {"error": "There is no such item"}
                    ```

                    | status | what to do |
                    | --- | --- |
                    | 400 | correct the request; the reason says where |
                    | 401 | check the key |
                    | 429 | wait for as long as `Retry-After` says |
                    | 5xx | try again later, at growing intervals |
                    """;
        }
        return EXAMPLE.matcher(subject).find()
                ? """
                ```sh
                curl https://api.acme.example/v1/items -H "Authorization: Bearer $ACME_KEY"
                ```
                """
                : "This section is about " + PromptText.escaped(subject.strip()) + ".\n";
    }
}
