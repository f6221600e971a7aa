package io.docsagent.worker.ops.console;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.ops.projects.ProjectsEndpoint;
import io.docsagent.worker.ops.projects.ProjectsEndpoint.Detail;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.http.HttpStatus;
import org.springframework.util.MultiValueMap;

/** The page for each path. */
final class ConsolePages {

    /** Asked for by the script, which replaces only what is cheap to read. */
    private static final String LIVE = "live";

    private final ProjectsEndpoint projects;
    private final MeterRegistry meters;
    private final Templates templates;

    /** @param hasLogIn whether whoever reads the pages has logged in, and may log out */
    ConsolePages(ProjectsEndpoint projects, MeterRegistry meters, boolean hasLogIn) {
        this.projects = projects;
        this.meters = meters;
        this.templates = new Templates(hasLogIn);
    }

    /**
     * May wait for other instances.
     *
     * @param path decoded segments
     */
    PageAnswer answer(List<String> path, MultiValueMap<String, String> query) {
        PageAnswer found = page(path, query);
        return found != null
                ? found
                : problem(HttpStatus.NOT_FOUND, "Page not found", "There is no page with this address.");
    }

    private @Nullable PageAnswer page(List<String> path, MultiValueMap<String, String> query) {
        return switch (path.size()) {
            case 0 -> show("projects", ProjectsPage.of(projects.projects(true, null)));
            case 1 ->
                switch (path.getFirst()) {
                    case "find" -> find(query);
                    case "inbox" ->
                        show("inbox", InboxPage.of(projects.projects(true, true), DeadLetterCount.of(meters)));
                    default -> null;
                };
            case 2 ->
                switch (path.getFirst()) {
                    case "projects" -> project(path.getLast(), !query.containsKey(LIVE));
                    default -> null;
                };
            case 4 ->
                path.getFirst().equals("projects") && path.get(2).equals("commands")
                        ? command(path.get(1), path.getLast())
                        : null;
            default -> null;
        };
    }

    private PageAnswer project(String projectId, boolean remembered) {
        WebEndpointResponse<Object> answer = projects.project(projectId, null, remembered);
        Detail detail = Answers.as(Detail.class, answer);
        return detail == null ? missing(answer) : show("project", ProjectPage.of(detail, remembered));
    }

    private PageAnswer command(String projectId, String commandId) {
        WebEndpointResponse<Object> answer = projects.command(projectId, "commands", commandId, null);
        CommandRecord command = Answers.as(CommandRecord.class, answer);
        return command == null ? missing(answer) : show("command", new CommandPage(command));
    }

    private PageAnswer missing(WebEndpointResponse<Object> answer) {
        return problem(
                answer.getStatus() == WebEndpointResponse.STATUS_NOT_FOUND
                        ? HttpStatus.NOT_FOUND
                        : HttpStatus.SERVICE_UNAVAILABLE,
                "Nothing to show",
                Answers.note(answer));
    }

    /** A form cannot make the path of a page. */
    private static @Nullable PageAnswer find(MultiValueMap<String, String> query) {
        String project = query.getFirst("project");
        String command = query.getFirst("command");
        if (project == null || project.isBlank()) {
            return null;
        }
        return PageAnswer.redirect(
                command == null || command.isBlank()
                        ? Links.project(project.strip())
                        : Links.command(project.strip(), command.strip()));
    }

    private PageAnswer show(String template, Object model) {
        return PageAnswer.html(HttpStatus.OK, templates.render(template, model));
    }

    private PageAnswer problem(HttpStatus status, String title, String text) {
        return PageAnswer.html(status, templates.render("problem", new Problem(title, text)));
    }

    /** What a page shows that has nothing else. */
    private record Problem(String title, String text) {}
}
