package io.docsagent.worker.sandbox.agent;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** "Add a page about rate limits". */
final class AddPage implements Skill {

    private static final Pattern REQUEST = Pattern.compile(
            "(?iu)^(?:please )?(?:add|write|create) (?:a |an )?(?:new )?(?:page|guide) (?:about|on|for|describing|called) (.+)$");

    @Override
    public @Nullable String tryEdit(Request request) {
        Matcher found = REQUEST.matcher(request.instruction());
        if (!found.matches()) {
            return null;
        }
        String title = PromptText.title(found.group(1));
        String page = "docs/guides/" + PromptText.slug(found.group(1)) + ".md";
        if (request.site().has(page)) {
            return "The page %s already exists; nothing to do".formatted(page);
        }
        request.site().write(page, """
                # %s

                What you need to know about %s, and how to use it.

                ## When it matters

                %s concerns every integration that runs unattended.

                ## What to do

                1. Read the [quickstart](../quickstart.md) first.
                2. Try it with a separate key.
                3. Report what is missing here.
                """.formatted(title, lower(title), title));
        request.navigation().add(page, "Guides");
        return "Added %s, and added it to the navigation under Guides".formatted(page);
    }

    /** Keeps an acronym in upper case. */
    private static String lower(String title) {
        boolean acronym = title.length() > 1 && Character.isUpperCase(title.charAt(1));
        return acronym ? title : title.substring(0, 1).toLowerCase(Locale.ROOT) + title.substring(1);
    }
}
