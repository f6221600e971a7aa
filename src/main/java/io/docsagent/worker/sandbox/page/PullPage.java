package io.docsagent.worker.sandbox.page;

import io.docsagent.worker.sandbox.git.Changes;
import io.docsagent.worker.sandbox.git.Changes.FileChange;
import io.docsagent.worker.sandbox.git.Changes.Line;
import io.docsagent.worker.sandbox.git.CommitInfo;
import io.docsagent.worker.sandbox.work.PullRequest;
import io.docsagent.worker.sandbox.work.Pulls;
import java.util.List;
import java.util.Locale;

/** A pull request: its commits, its diff, and how the pages read then. */
final class PullPage {

    private static final int MAX_COMMITS = 100;
    /** Characters of rendered Markdown, after which no further file is rendered. */
    private static final int MAX_RENDERED = 512 * 1024;

    private PullPage() {}

    static Html of(Pulls.View view, String token) {
        PullRequest pull = view.pull();
        String title = pull.title() + " #" + pull.number();
        Changes changes = view.repository().changes(view.base(), pull.head());
        Html content = new Html()
                .raw("<h1>")
                .text(pull.title())
                .raw(" ")
                .element("span", "#" + pull.number(), "class", "muted")
                .raw("</h1>")
                .add(Layout.live("state", state(view)))
                .add(actions(view, token))
                .add(Layout.live("commits", commits(view)))
                .add(Layout.live("changes", changes(changes)))
                .add(JobPage.followUp(view.job(), token));
        String projectId = view.job().projectId();
        return Layout.page(
                title,
                Layout.step(projectId, Links.project(projectId))
                        .add(Layout.step("#" + pull.number(), Links.pull(projectId, pull.number()))),
                content);
    }

    private static Html state(Pulls.View view) {
        Html out = new Html()
                .raw("<p class=facts>")
                .add(Layout.badge(view.pull().state()))
                .raw("<span><code>")
                .text(view.job().branch())
                .raw("</code> → <code>")
                .text(view.repository().mainBranch())
                .raw("</code></span><span>by job ")
                .element(
                        "a",
                        view.job().id(),
                        "href",
                        Links.job(view.job().projectId(), view.job().id()))
                .raw(" ")
                .add(Layout.badge(view.job().status()))
                .raw("</span><span class=muted>opened ")
                .add(Layout.time(view.pull().openedAt()))
                .raw("</span>");
        if (view.pull().endedAt() != null) {
            out.raw("<span class=muted>")
                    .text(view.pull().state().name().toLowerCase(Locale.ROOT) + " ")
                    .add(Layout.time(view.pull().endedAt()))
                    .raw("</span>");
        }
        return out.raw("</p>");
    }

    private static Html actions(Pulls.View view, String token) {
        if (!view.pull().isOpen()) {
            return new Html();
        }
        String here = Links.pull(view.job().projectId(), view.pull().number());
        return new Html()
                .raw("<div class=actions>")
                .add(Layout.button("Merge", here + "/merge", token, "primary"))
                .add(Layout.button("Close", here + "/close", token, "quiet"))
                .raw("</div>");
    }

    private static Html commits(Pulls.View view) {
        List<CommitInfo> commits =
                view.repository().commits(view.base(), view.pull().head(), MAX_COMMITS);
        Html out = new Html()
                .raw("<h2>")
                .text(commits.size() == 1 ? "1 commit" : commits.size() + " commits")
                .raw("</h2><ol class=rows>");
        for (CommitInfo commit : commits) {
            out.raw("<li class=commit><code>")
                    .text(commit.id().substring(0, 7))
                    .raw("</code><div class=grow>")
                    .element("span", commit.subject(), "class", "title")
                    .raw("<div class=muted>")
                    .text(commit.author() + ", ")
                    .add(Layout.time(commit.at()))
                    .raw("</div></div></li>");
        }
        return out.raw("</ol>");
    }

    private static Html changes(Changes changes) {
        int count = changes.files().size() + changes.filesLeftOut();
        Html out = new Html().element("h2", count == 1 ? "1 file changed" : count + " files changed");
        int rendered = 0;
        for (FileChange file : changes.files()) {
            Html page = rendered < MAX_RENDERED ? rendered(file) : new Html();
            rendered += page.length();
            out.add(file(file, page));
        }
        if (changes.filesLeftOut() > 0) {
            out.element("p", changes.filesLeftOut() + " more files are not shown", "class", "muted");
        }
        return out;
    }

    private static Html file(FileChange file, Html page) {
        String name = file.oldPath() == null ? file.path() : file.oldPath() + " → " + file.path();
        Html out = new Html()
                .raw("<article class=file><h3>")
                .add(Layout.badge(file.kind().name()))
                .raw("<span class=path>")
                .text(name)
                .raw("</span>")
                .add(counts(file))
                .raw("</h3><div class=\"both\">")
                .add(diff(file));
        return out.add(page).raw("</div></article>");
    }

    private static Html rendered(FileChange file) {
        return file.text() == null || file.kind() == Changes.Kind.DELETED
                ? new Html()
                : new Html()
                        .raw("<div class=rendered>")
                        .add(Markdown.render(file.text()))
                        .raw("</div>");
    }

    private static Html counts(FileChange file) {
        Html out = new Html();
        return file.unshown() != null
                ? out
                : out.raw("<span class=counts>")
                        .element("ins", "+" + file.added())
                        .raw(" ")
                        .element("del", "−" + file.removed())
                        .raw("</span>");
    }

    private static Html diff(FileChange file) {
        if (file.unshown() != null) {
            return new Html().element("p", file.unshown(), "class", "muted");
        }
        Html out = new Html().raw("<div class=diff role=group aria-label=Diff tabindex=0><table>");
        file.lines().forEach(line -> out.add(line(line)));
        out.raw("</table>");
        return (file.cut() ? out.raw("<p class=muted>The rest is not shown</p>") : out).raw("</div>");
    }

    private static Html line(Line line) {
        String sign = switch (line.side()) {
            case ADDED -> "+";
            case REMOVED -> "−";
            case SAME, HUNK -> " ";
        };
        return new Html()
                .open("tr", "class", line.side().name().toLowerCase(Locale.ROOT))
                .element("td", number(line.oldNumber()), "class", "n")
                .element("td", number(line.newNumber()), "class", "n")
                .element("td", sign, "class", "s")
                .element("td", line.text(), "class", "c")
                .close("tr");
    }

    private static String number(int line) {
        return line == 0 ? "" : Integer.toString(line);
    }
}
