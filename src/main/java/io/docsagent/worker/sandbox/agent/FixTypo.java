package io.docsagent.worker.sandbox.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** "Fix the typo recieve → receive". */
final class FixTypo implements Skill {

    private static final Pattern REQUEST = Pattern.compile(
            "(?iu)^(?:please )?(?:fix|correct) (?:the |a )?(?:typo|spelling)s?:?\\s+(?:of )?(.+?)\\s*(?:→|->|=>|\\bto\\b)\\s*(.+?)[.!]?$");

    @Override
    public @Nullable String tryEdit(Request request) {
        Matcher found = REQUEST.matcher(request.instruction());
        if (!found.matches()) {
            return null;
        }
        String wrong = bare(found.group(1));
        String right = bare(found.group(2));
        if (wrong.isEmpty()) {
            return null;
        }
        // No \b, since a typo may begin or end with punctuation.
        Pattern typo = Pattern.compile("(?<![\\p{L}\\p{N}])" + Pattern.quote(wrong) + "(?![\\p{L}\\p{N}])");
        List<String> changed = new ArrayList<>();
        DocsSite site = request.site();
        for (String page : site.pages()) {
            String text = site.read(page);
            String better = typo.matcher(text).replaceAll(Matcher.quoteReplacement(right));
            if (!better.equals(text)) {
                site.write(page, better);
                changed.add(page);
            }
        }
        return changed.isEmpty()
                ? "“%s” was not found; nothing to do".formatted(wrong)
                : "Replaced “%s” with “%s” in %s".formatted(wrong, right, String.join(", ", changed));
    }

    private static String bare(String words) {
        return words.strip().replaceAll("^[`'\"“„‘]+|[`'\"”“’]+$", "");
    }
}
