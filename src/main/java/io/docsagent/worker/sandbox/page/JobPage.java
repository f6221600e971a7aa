package io.docsagent.worker.sandbox.page;

import io.docsagent.worker.sandbox.work.JobRecord;
import io.docsagent.worker.sandbox.work.PullRequest;
import io.docsagent.worker.sandbox.work.Titles;
import io.docsagent.worker.sandbox.work.Turn;

/** A job: its prompts, what the agent said, and where the pull request is. */
final class JobPage {

    private JobPage() {}

    static Html of(JobRecord job, String token) {
        String title = Titles.of(job.turns().getFirst().prompt());
        Html content = new Html().element("h1", title).add(Layout.live("job", state(job)));
        content.add(followUp(job, token));
        if (job.archivedAt() == null && !job.isActive()) {
            content.add(Layout.button("Archive", Links.job(job.projectId(), job.id()) + "/archive", token, "quiet"));
        }
        return Layout.page(title, path(job), content);
    }

    static Html path(JobRecord job) {
        return Layout.step(job.projectId(), Links.project(job.projectId()))
                .add(Layout.step(job.id(), Links.job(job.projectId(), job.id())));
    }

    private static Html state(JobRecord job) {
        Html out = new Html().raw("<p class=facts>").add(Layout.badge(job.status()));
        for (PullRequest pull : job.pulls()) {
            out.raw("<span>Pull request ")
                    .element("a", "#" + pull.number(), "href", Links.pull(job.projectId(), pull.number()))
                    .raw(" ")
                    .add(Layout.badge(pull.state()))
                    .raw("</span>");
        }
        out.raw("<span class=muted>begun ").add(Layout.time(job.createdAt())).raw("</span>");
        if (job.archivedAt() != null) {
            out.raw("<span class=muted>archived ")
                    .add(Layout.time(job.archivedAt()))
                    .raw("</span>");
        }
        out.raw("</p><ol class=turns>");
        job.turns().forEach(turn -> out.add(turn(turn)));
        return out.raw("</ol>");
    }

    private static Html turn(Turn turn) {
        Html out = new Html()
                .raw("<li class=card><p class=facts>")
                .add(Layout.badge(turn.state().name()))
                .raw("<span class=muted>asked ")
                .add(Layout.time(turn.askedAt()))
                .raw("</span></p>")
                .element("p", turn.prompt(), "class", "prompt");
        if (turn.reason() != null) {
            out.element("p", turn.reason(), "class", "reason");
        }
        if (!turn.log().isEmpty()) {
            out.element("pre", turn.log(), "class", "log");
        }
        String end = turn.exitCode() == null ? "" : "exit code " + turn.exitCode();
        String commit = turn.commit() == null ? "" : "commit " + turn.commit().substring(0, 7);
        String facts = String.join(
                " · ",
                java.util.stream.Stream.of(end, commit)
                        .filter(s -> !s.isEmpty())
                        .toList());
        return (facts.isEmpty() ? out : out.element("p", facts, "class", "muted")).raw("</li>");
    }

    static Html followUp(JobRecord job, String token) {
        return new Html()
                .raw("<section class=ask><h2>Ask a follow-up</h2>")
                .open("form", "method", "post", "action", Links.job(job.projectId(), job.id()) + "/message")
                .raw("<input type=hidden name=token value=\"")
                .text(token)
                .raw("\"><label for=prompt>What should change?</label>")
                .raw("<textarea id=prompt name=prompt rows=3 required maxlength=20000 ")
                .raw("placeholder=\"Also add error handling examples to the quickstart\"></textarea>")
                .raw("<button>Send</button></form></section>");
    }
}
