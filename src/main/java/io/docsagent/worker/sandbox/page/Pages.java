package io.docsagent.worker.sandbox.page;

import io.docsagent.worker.sandbox.http.HttpAnswer;
import io.docsagent.worker.sandbox.quota.Ledgers;
import io.docsagent.worker.sandbox.work.ActionRefusedException;
import io.docsagent.worker.sandbox.work.JobRecord;
import io.docsagent.worker.sandbox.work.JobRunner;
import io.docsagent.worker.sandbox.work.PullRequests;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Answers requests for pages, and checks and executes their forms. */
final class Pages {

    static final String SESSION = "sandbox-session";

    private static final Set<String> SAME_SITE = Set.of("same-origin", "none");

    private final JobRunner runner;
    private final Ledgers quotas;
    private final Templates templates = new Templates();
    private final FormTokens tokens = new FormTokens();
    private final Assets assets = new Assets();

    Pages(JobRunner runner, Ledgers quotas) {
        this.runner = runner;
        this.quotas = quotas;
    }

    /** Whether a path belongs to the pages rather than to the service. */
    static boolean isPage(List<String> path) {
        return path.isEmpty()
                || path.getFirst().equals("projects")
                || path.getFirst().equals("_assets");
    }

    /** May read and write files. */
    HttpAnswer answer(PageRequest request) {
        if (!request.isPost()) {
            return show(request);
        }
        boolean crossSite = request.site() != null && !SAME_SITE.contains(request.site());
        if (crossSite || !tokens.matches(request.session(), request.field("token"))) {
            return problem(403, "This form has expired", "Go back, load the page again, and send it once more.");
        }
        try {
            return execute(request);
        } catch (ActionRefusedException refused) {
            return problem(409, "This is not possible now", String.valueOf(refused.getMessage()));
        }
    }

    private HttpAnswer show(PageRequest request) {
        if (!request.path().isEmpty() && request.path().getFirst().equals("_assets")) {
            return request.path().size() == 2 ? assets.get(request.path().get(1)) : notFound();
        }
        String session = request.session() == null ? tokens.newSession() : request.session();
        String page = page(request.path(), tokens.token(session));
        if (page == null) {
            return notFound();
        }
        HttpAnswer response = PageAnswers.html(200, page);
        return request.session() != null
                ? response
                : response.withHeader("Set-Cookie", SESSION + "=" + session + "; Path=/; HttpOnly; SameSite=Strict");
    }

    private @Nullable String page(List<String> path, String token) {
        return switch (path.size()) {
            case 0 -> templates.render("projects", ProjectsPage.of(runner, quotas));
            case 2 -> templates.render("project", ProjectPage.of(path.get(1), runner, quotas));
            case 4 ->
                switch (path.get(2)) {
                    case "jobs" -> {
                        JobRecord job = runner.find(path.get(1), path.get(3));
                        yield job == null ? null : templates.render("job", new JobView(job, token));
                    }
                    case "pulls" -> {
                        PullRequests.View view = pull(path);
                        yield view == null ? null : templates.render("pull", PullPage.of(view, token));
                    }
                    default -> null;
                };
            default -> null;
        };
    }

    private PullRequests.@Nullable View pull(List<String> path) {
        try {
            return runner.pulls().find(path.get(1), Integer.parseInt(path.get(3)));
        } catch (NumberFormatException noNumber) {
            return null;
        }
    }

    private HttpAnswer execute(PageRequest request) {
        List<String> path = request.path();
        if (path.size() != 5) {
            return notFound();
        }
        return path.get(2).equals("jobs") ? onJob(request, path) : onPull(path);
    }

    private HttpAnswer onJob(PageRequest request, List<String> path) {
        JobRecord job = runner.find(path.get(1), path.get(3));
        if (job == null) {
            return notFound();
        }
        switch (path.get(4)) {
            case "message" -> {
                if (request.field("prompt").isBlank()) {
                    return problem(400, "The prompt is empty", "Go back and say what should change.");
                }
                runner.message(
                        job.projectId(), job.id(), request.field("prompt").replace("\r\n", "\n"));
            }
            case "archive" -> runner.archive(job.projectId(), job.id());
            default -> {
                return notFound();
            }
        }
        return PageAnswers.seeOther(Links.job(job.projectId(), job.id()));
    }

    private HttpAnswer onPull(List<String> path) {
        PullRequests.View view = path.get(2).equals("pulls") ? pull(path) : null;
        if (view == null) {
            return notFound();
        }
        switch (path.get(4)) {
            case "merge" -> runner.pulls().merge(view);
            case "close" -> runner.pulls().close(view);
            default -> {
                return notFound();
            }
        }
        return PageAnswers.seeOther(Links.pull(path.get(1), view.pull().number()));
    }

    private HttpAnswer notFound() {
        return problem(404, "Page not found", "The job may have been deleted: only the latest jobs are kept.");
    }

    private HttpAnswer problem(int status, String title, String text) {
        return PageAnswers.html(status, templates.render("problem", new Problem(title, text)));
    }
}
