package io.docsagent.worker.sandbox.page;

import io.docsagent.worker.sandbox.git.CommitChanges;
import io.docsagent.worker.sandbox.git.CommitChanges.FileChange;
import io.docsagent.worker.sandbox.git.CommitInfo;
import io.docsagent.worker.sandbox.work.PullRequest;
import io.docsagent.worker.sandbox.work.PullRequests;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the page of a pull request shows: its commits, its diff and the rendered pages. */
record PullPage(
        PullRequests.View view,
        List<CommitInfo> commits,
        List<FileView> files,
        @Nullable Integer filesLeftOut,
        String token) {

    private static final int MAX_COMMITS = 100;
    /** Characters of rendered Markdown, after which no further file is rendered. */
    private static final int MAX_RENDERED = 512 * 1024;

    static PullPage of(PullRequests.View view, String token) {
        String head = view.pull().head();
        CommitChanges changes = view.repository().changes(view.base(), head);
        return new PullPage(
                view,
                view.repository().commits(view.base(), head, MAX_COMMITS),
                files(changes.files()),
                changes.filesLeftOut() == 0 ? null : changes.filesLeftOut(),
                token);
    }

    private static List<FileView> files(List<FileChange> files) {
        List<FileView> views = new ArrayList<>();
        int length = 0;
        for (FileChange file : files) {
            String page = file.kind() == CommitChanges.Kind.DELETED ? null : file.text();
            String rendered = page == null || length >= MAX_RENDERED ? "" : Markdown.render(page);
            length += rendered.length();
            views.add(new FileView(file, rendered));
        }
        return views;
    }

    PullRequest pull() {
        return view.pull();
    }

    String title() {
        return pull().title() + " #" + pull().number();
    }

    JobView job() {
        return new JobView(view.job(), token);
    }

    String projectId() {
        return view.job().projectId();
    }

    String projectLink() {
        return Links.project(projectId());
    }

    String link() {
        return Links.pull(projectId(), pull().number());
    }

    String commitCount() {
        return Counted.of(commits.size(), "commit", "commits");
    }

    String fileCount() {
        int count = files.size() + (filesLeftOut == null ? 0 : filesLeftOut);
        return Counted.of(count, "file changed", "files changed");
    }

    /** A changed file; {@code rendered} is its page as HTML, or empty. */
    record FileView(FileChange file, String rendered) {}
}
