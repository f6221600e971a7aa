package io.docsagent.worker.ops;

import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.message.CommandRecord;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Shows the projects of this replica, and why their commands wait. */
@Endpoint(id = "projects")
final class ProjectsEndpoint {

    static final int MOST = 100;

    private static final Comparator<Project> LONGEST_FIRST = Comparator.comparingInt(
                    (Project project) -> -project.counts().waiting())
            .thenComparing(Project::id);

    private final ProjectsView view;
    private final Function<String, Policy> policies;
    private final Others others;
    private final InstantSource clock;

    ProjectsEndpoint(ProjectsView view, Function<String, Policy> policies, Others others, InstantSource clock) {
        this.view = view;
        this.policies = policies;
        this.others = others;
        this.clock = clock;
    }

    /** The other instances: what the one that owns the project answers; null where none is known to. */
    interface Others {
        OtherInstances.@Nullable Answer ask(String projectId, String... path);
    }

    /** @param total projects of this replica, shown or not */
    record Listing(String note, Instant time, int total, boolean truncated, List<ProjectSummary> projects) {}

    /** @param total commands of the project, shown or not */
    record Detail(
            String note,
            Instant time,
            ProjectSummary project,
            int total,
            boolean truncated,
            List<CommandSummary> commands) {}

    @ReadOperation
    public Listing projects() {
        Instant now = clock.instant();
        List<Project> all = new ArrayList<>();
        view.each(all::add);
        all.sort(LONGEST_FIRST);
        List<ProjectSummary> shown = all.stream()
                .limit(MOST)
                .map(project -> ProjectSummary.of(project, policies.apply(project.id()), now))
                .toList();
        return new Listing(
                "The projects of this replica only, longest queue first, " + MOST
                        + " at most; none while partitions move. Times are estimates.",
                now,
                all.size(),
                all.size() > MOST,
                shown);
    }

    /** Why there is nothing to show. */
    record Missing(String note) {}

    /**
     * A command of a project, as its record on {@code docs-agent.commands} has it, but for the metadata, the time and the
     * event: of a command that has ended, what is remembered.
     *
     * @param section {@code commands}
     * @param local whether no other instance is to be asked
     */
    @ReadOperation
    public WebEndpointResponse<Object> command(
            @Selector String projectId, @Selector String section, @Selector String commandId, @Nullable Boolean local) {
        if (!section.equals("commands")) {
            return missing("Nothing is here; a command is at /projects/{projectId}/commands/{commandId}.");
        }
        if (view.project(projectId) == null) {
            return elsewhere(local, projectId, projectId, section, commandId);
        }
        CommandRecord command = view.command(projectId, commandId);
        return command == null
                ? missing("Project " + projectId + " has no command " + commandId
                        + " that is remembered: it was never seen, was refused on arrival, or is forgotten.")
                : new WebEndpointResponse<>(command);
    }

    private static WebEndpointResponse<Object> missing(String note) {
        return new WebEndpointResponse<>(new Missing(note), WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private WebEndpointResponse<Object> elsewhere(@Nullable Boolean local, String projectId, String... path) {
        OtherInstances.Answer answer = local != null && local ? null : others.ask(projectId, path);
        if (answer == null) {
            return missing("This replica does not own project " + projectId
                    + ", or knows nothing of it: ask the other replicas, and again where partitions move.");
        }
        return answer.body() != null
                ? new WebEndpointResponse<>(answer.body(), answer.status())
                : new WebEndpointResponse<>(
                        new Missing("The replica that owns project " + projectId + " does not answer: ask it at "
                                + OtherInstances.address(answer.owner()) + ", and again where partitions move."),
                        WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
    }

    /**
     * A project and its first commands, of whichever instance owns it.
     *
     * @param local whether no other instance is to be asked
     */
    @ReadOperation
    public WebEndpointResponse<Object> project(@Selector String projectId, @Nullable Boolean local) {
        Detail detail = detail(projectId);
        return detail == null ? elsewhere(local, projectId, projectId) : new WebEndpointResponse<>(detail);
    }

    /** Null where the project is unknown to this replica. */
    @Nullable
    Detail detail(String projectId) {
        Instant now = clock.instant();
        Project project = view.project(projectId);
        if (project == null) {
            return null;
        }
        Policy policy = policies.apply(projectId);
        var commands = new CommandList(view, project, policy, now);
        return new Detail(
                "The project's first " + MOST
                        + " commands, in flight first, then promoted ones, then by their own priority and arrival. Times are estimates.",
                now,
                ProjectSummary.of(project, policy, now),
                commands.size(),
                commands.size() > MOST,
                commands.first(MOST));
    }
}
