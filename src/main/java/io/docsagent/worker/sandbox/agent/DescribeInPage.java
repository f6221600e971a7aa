package io.docsagent.worker.sandbox.agent;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** "Describe the new export endpoint in docs/api/export.md". */
final class DescribeInPage implements Skill {

    private static final Pattern REQUEST = Pattern.compile(
            "(?iu)^(?:please )?(?:describe|document|explain) (?:the )?(?:new )?(.+?) (?:in|on) `?([\\w./-]+\\.md)`?[.!]?$");

    @Override
    public @Nullable String tryEdit(Request request) {
        Matcher found = REQUEST.matcher(request.instruction());
        if (!found.matches()) {
            return null;
        }
        String page = found.group(2);
        String title = PromptText.title(found.group(1));
        DocsSite site = request.site();
        boolean isNew = !site.has(page);
        String text = isNew ? "# " + title + "\n" : site.read(page).stripTrailing() + "\n\n## " + title + "\n";
        site.write(page, text + """

                This is how it works, in short:

                - what it is for, and when to use it;
                - what it needs: a key that may write;
                - what it returns, and what can go wrong.
                """);
        request.navigation().add(page, page.contains("/api/") ? "API reference" : "Guides");
        return (isNew ? "Wrote %s about “%s”" : "Added to %s a section “%s”").formatted(page, title);
    }
}
