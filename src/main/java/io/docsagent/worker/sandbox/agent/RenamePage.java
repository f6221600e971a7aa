package io.docsagent.worker.sandbox.agent;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** "Rename the page Webhooks to Event notifications": heading, file, navigation and the links from other pages. */
final class RenamePage implements Skill {

    private static final Pattern REQUEST = Pattern.compile(
            "(?iu)^(?:please )?rename (?:the )?(?:page )?(.+?)(?: page)?\\s*(?:→|->|=>|\\bto\\b)\\s*(.+?)[.!]?$");

    @Override
    public @Nullable String tryEdit(Request request) {
        Matcher found = REQUEST.matcher(request.instruction());
        if (!found.matches()) {
            return null;
        }
        DocsSite site = request.site();
        String from = site.find(found.group(1));
        if (from == null) {
            return "There is no page “%s”; nothing to do".formatted(found.group(1));
        }
        String title = PromptText.title(found.group(2).replaceAll("^[`'\"“]+|[`'\"”]+$", ""));
        String folder = from.substring(0, from.lastIndexOf('/') + 1);
        String to = folder + PromptText.slug(title) + from.substring(from.lastIndexOf('.'));
        if (!to.equals(from) && site.has(to)) {
            return "The page %s already exists; nothing to do".formatted(to);
        }
        String text = site.read(from);
        String renamed = Pattern.compile("^# .*$", Pattern.MULTILINE)
                .matcher(text)
                .replaceFirst(Matcher.quoteReplacement("# " + title));
        if (!to.equals(from)) {
            site.delete(from);
        }
        site.write(to, renamed);
        request.navigation().rename(from, to);
        relink(site, from, to);
        return "Renamed %s to %s".formatted(from, to);
    }

    private static void relink(DocsSite site, String from, String to) {
        String oldName = from.substring(from.lastIndexOf('/') + 1);
        String newName = to.substring(to.lastIndexOf('/') + 1);
        Pattern link = Pattern.compile("(\\]\\((?:[^()\\s]*/)?)" + Pattern.quote(oldName) + "(?=[)#])");
        for (String page : site.pages()) {
            String text = site.read(page);
            String better = link.matcher(text).replaceAll("$1" + Matcher.quoteReplacement(newName));
            if (!better.equals(text)) {
                site.write(page, better);
            }
        }
    }
}
