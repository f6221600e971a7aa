package io.docsagent.worker.sandbox.page;

import io.docsagent.worker.sandbox.page.Quotas.Standing;
import io.docsagent.worker.sandbox.work.JobRecord;
import io.docsagent.worker.sandbox.work.PullRequest;
import io.docsagent.worker.sandbox.work.Titles;
import io.docsagent.worker.sandbox.work.Workshop;
import java.util.List;
import java.util.TreeSet;

/** All projects, and the jobs of one. */
final class ProjectPages {

    private static final int MAX_JOBS = 200;
    private static final int MAX_PROJECTS = 1_000;

    private final Workshop workshop;
    private final Quotas quotas;

    ProjectPages(Workshop workshop, Quotas quotas) {
        this.workshop = workshop;
        this.quotas = quotas;
    }

    Html projects() {
        TreeSet<String> names = new TreeSet<>(workshop.projects());
        names.addAll(quotas.projects());
        Html list = new Html();
        if (names.isEmpty()) {
            list.raw("<p class=empty>No project yet. One begins with its first job:</p><pre>")
                    .raw(
                            "curl -H 'Authorization: Bearer any' \\\n  -d '{&quot;prompt&quot;: &quot;Add a page about rate limits&quot;}' \\\n")
                    .raw("  &lt;this address&gt;/v2/agent/demo/job</pre>");
        } else {
            list.raw("<ul class=cards>");
            names.stream().limit(MAX_PROJECTS).forEach(name -> list.add(projectCard(name)));
            list.raw("</ul>");
        }
        return Layout.page(
                "Projects", new Html(), new Html().raw("<h1>Projects</h1>").add(Layout.live("projects", list)));
    }

    private Html projectCard(String projectId) {
        List<JobRecord> jobs = workshop.jobs(projectId);
        long active = jobs.stream().filter(JobRecord::isActive).count();
        return new Html()
                .open("li", "class", "card")
                .raw("<h2>")
                .element("a", projectId, "href", Links.project(projectId))
                .raw("</h2><p class=muted>")
                .text(jobs.size()
                        + (jobs.size() == 1 ? " job" : " jobs")
                        + (active == 0 ? "" : ", " + active + " active"))
                .raw("</p>")
                .add(quota(quotas.of(projectId)))
                .close("li");
    }

    private static Html quota(Standing standing) {
        Html out = new Html()
                .raw("<div class=quota>")
                .open(
                        "meter",
                        "min",
                        "0",
                        "max",
                        Integer.toString(standing.capacity()),
                        "value",
                        Integer.toString(standing.left()))
                .close("meter")
                .raw("<span>")
                .element("strong", Integer.toString(standing.left()))
                .text(" of " + standing.capacity() + " uses left")
                .raw("</span></div>");
        return out.add(returns(standing));
    }

    private static Html returns(Standing standing) {
        if (standing.nextAt() == null || standing.allAt() == null) {
            return new Html();
        }
        // To the second, as both are shown.
        if (standing.allAt().getEpochSecond() == standing.nextAt().getEpochSecond()) {
            return new Html()
                    .raw("<p class=muted>all back at ")
                    .add(Layout.time(standing.allAt()))
                    .raw("</p>");
        }
        return new Html()
                .raw("<p class=muted>next back at ")
                .add(Layout.time(standing.nextAt()))
                .raw(", all at ")
                .add(Layout.time(standing.allAt()))
                .raw("</p>");
    }

    Html project(String projectId) {
        List<JobRecord> jobs = workshop.jobs(projectId);
        Html list = new Html().add(quota(quotas.of(projectId)));
        if (jobs.isEmpty()) {
            list.raw("<p class=empty>No job yet.</p>");
        } else {
            list.raw("<ul class=rows>");
            jobs.stream().limit(MAX_JOBS).forEach(job -> list.add(row(job)));
            list.raw("</ul>");
        }
        if (jobs.size() > MAX_JOBS) {
            list.element("p", "and " + (jobs.size() - MAX_JOBS) + " older ones", "class", "muted");
        }
        return Layout.page(
                projectId,
                Layout.step(projectId, Links.project(projectId)),
                new Html().element("h1", projectId).add(Layout.live("jobs", list)));
    }

    private static Html row(JobRecord job) {
        Html row = new Html()
                .raw("<li>")
                .add(Layout.badge(job.status()))
                .raw("<div class=grow>")
                .element(
                        "a",
                        Titles.of(job.turns().getFirst().prompt()),
                        "href",
                        Links.job(job.projectId(), job.id()),
                        "class",
                        "title")
                .raw("<div class=muted>")
                .add(Layout.time(job.createdAt()))
                .text(job.turns().size() > 1 ? " · " + job.turns().size() + " prompts" : "")
                .raw("</div></div>");
        PullRequest pull = job.pull();
        if (pull != null) {
            row.raw("<div class=side>")
                    .element("a", "#" + pull.number(), "href", Links.pull(job.projectId(), pull.number()))
                    .raw(" ")
                    .add(Layout.badge(pull.state()))
                    .raw("</div>");
        }
        return row.raw("</li>");
    }
}
