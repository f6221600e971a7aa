package io.docsagent.worker.ops.projects;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.ops.projects.ProjectListing.UnknownOutcomes;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Shows the projects of this instance, or of all, and why their commands wait. */
@Endpoint(id = "projects")
public final class ProjectsEndpoint {

    static final int MOST = 100;

    private static final Comparator<Project> LONGEST_FIRST = Comparator.comparingInt(
                    (Project project) -> -project.counts().waiting())
            .thenComparing(Project::id);

    private static final Comparator<Project> HELD_FIRST = Comparator.comparing(
                    (Project project) -> ProjectSummary.isHeldByItself(project))
            .reversed()
            .thenComparing(LONGEST_FIRST);

    /** One request at a time reads all that is remembered: it may take seconds, and goes on after its client has left. */
    private final Semaphore scan = new Semaphore(1);

    private final ProjectsView view;
    private final Function<String, Policy> policies;
    private final Others others;
    private final Estimates estimates;
    private final InstantSource clock;

    public ProjectsEndpoint(
            ProjectsView view,
            Function<String, Policy> policies,
            Others others,
            Estimates estimates,
            InstantSource clock) {
        this.view = view;
        this.policies = policies;
        this.others = others;
        this.estimates = estimates;
        this.clock = clock;
    }

    /** The other instances. */
    interface Others {

        /** The address of this instance, as the others reach it; null where none is set. */
        @Nullable
        String self();

        /**
         * Asks the owner of a project.
         *
         * @param remembered whether jobs and commands of unknown outcome are asked for, too; it is asked once more, without
         *     them, where it does not answer
         * @param path below {@code /actuator/projects}, beginning with the project
         * @return null where no other instance is known to own it
         */
        OtherInstances.@Nullable Answer ask(String projectId, boolean remembered, String... path);

        /**
         * Asks each of them for its projects, all at the same time; null where they are not known.
         *
         * @param withUnknown and for its commands of unknown outcome; who does not answer is asked once more, without them
         */
        @Nullable
        List<OtherInstances.Answer> lists(boolean withUnknown);
    }

    /**
     * @param total commands of the project, shown or not
     * @param jobs those that are followed first, then by the time at which they were last seen; null where they were not
     *     asked for, or could not be read
     * @param unknown null where jobs are
     */
    public record Detail(
            String note,
            Instant time,
            ProjectSummary project,
            int total,
            boolean truncated,
            List<CommandSummary> commands,
            @Nullable List<JobSummary> jobs,
            @Nullable UnknownOutcomes unknown) {}

    /**
     * @param all whether the other instances are asked for theirs
     * @param unknown whether the commands of unknown outcome are listed, for which all that is remembered is read
     */
    @ReadOperation
    public ProjectListing projects(@Nullable Boolean all, @Nullable Boolean unknown) {
        boolean withUnknown = unknown != null && unknown;
        ProjectListing own = own(withUnknown);
        boolean clientHasLeft = Thread.currentThread().isInterrupted();
        if (all == null || !all || clientHasLeft) {
            return own;
        }
        List<OtherInstances.Answer> answers = others.lists(withUnknown);
        return answers == null ? own.alone() : own.and(answers, withUnknown);
    }

    private ProjectListing own(boolean withUnknown) {
        Instant now = clock.instant();
        List<Project> owned = new ArrayList<>();
        view.each(owned::add);
        owned.sort(withUnknown ? HELD_FIRST : LONGEST_FIRST);
        UnknownOutcomes unknown = withUnknown ? scan(() -> UnknownOutcomes.ofAll(view)) : null;
        List<ProjectSummary> shown = owned.stream()
                .limit(MOST)
                .map(project ->
                        ProjectSummary.of(view, project, policies.apply(project.id()), estimates, now, others.self()))
                .toList();
        return new ProjectListing(
                "Only this instance's projects, " + ProjectListing.order(withUnknown) + ", " + MOST
                        + " at most; none while partitions move. Times are estimates. For all instances: ?all=true",
                now,
                view.holdOfAll(
                        now,
                        policies.apply(Operation.ALL_PROJECTS).dispatching().startHeld()),
                owned.size(),
                owned.size() > MOST,
                shown,
                false,
                List.of(),
                unknown,
                withUnknown && unknown == null
                        ? List.of(Objects.requireNonNullElse(others.self(), "this instance"))
                        : List.of());
    }

    /** Null while another request reads. */
    private <T> @Nullable T scan(Supplier<T> reader) {
        if (!scan.tryAcquire()) {
            return null;
        }
        try {
            return reader.get();
        } finally {
            scan.release();
        }
    }

    /** Why there is nothing to show. */
    public record Missing(String note) {}

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
            return missing("Not found. The path of a command is /projects/{projectId}/commands/{commandId}.");
        }
        if (view.project(projectId) == null) {
            return elsewhere(local, false, projectId, projectId, section, commandId);
        }
        CommandRecord command = view.command(projectId, commandId);
        return command == null
                ? missing("Project " + projectId + " has no known command " + commandId
                        + ": it was never received, was rejected on arrival, or has been forgotten.")
                : new WebEndpointResponse<>(command);
    }

    private static WebEndpointResponse<Object> missing(String note) {
        return new WebEndpointResponse<>(new Missing(note), WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private WebEndpointResponse<Object> elsewhere(
            @Nullable Boolean local, boolean remembered, String projectId, String... path) {
        OtherInstances.Answer answer = local != null && local ? null : others.ask(projectId, remembered, path);
        if (answer == null) {
            return missing("This instance does not own or know project " + projectId
                    + ": ask the other instances, or try again if partitions are moving.");
        }
        return answer.body() != null
                ? new WebEndpointResponse<>(answer.body(), answer.status())
                : new WebEndpointResponse<>(
                        new Missing("The instance that owns project " + projectId + " does not answer: ask it at "
                                + OtherInstances.address(answer.owner()) + ", or try again later."),
                        WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
    }

    /**
     * A project and its first commands, of whichever instance owns it.
     *
     * @param local whether no other instance is to be asked
     * @param remembered whether jobs and commands of unknown outcome are listed, for which all that is remembered is read
     */
    @ReadOperation
    public WebEndpointResponse<Object> project(
            @Selector String projectId, @Nullable Boolean local, @Nullable Boolean remembered) {
        boolean withRemembered = remembered != null && remembered;
        Detail detail = detail(projectId, withRemembered);
        return detail == null
                ? elsewhere(local, withRemembered, projectId, projectId)
                : new WebEndpointResponse<>(detail);
    }

    /** Null where the project is unknown to this instance. */
    @Nullable
    Detail detail(String projectId, boolean remembered) {
        Instant now = clock.instant();
        Project project = view.project(projectId);
        if (project == null) {
            return null;
        }
        Policy policy = policies.apply(projectId);
        var commands = new CommandList(view, project, policy, now);
        RememberedOnes found = remembered
                ? scan(() ->
                        new RememberedOnes(JobSummary.of(view, projectId, MOST), UnknownOutcomes.of(view, projectId)))
                : null;
        return new Detail(
                "The project's first " + MOST
                        + " commands: in flight, then promoted, then by priority and arrival. Times are estimates."
                        + (remembered && found == null
                                ? " Jobs and unknown outcomes are missing: another request is reading them. Try again."
                                : ""),
                now,
                ProjectSummary.of(view, project, policy, estimates, now, others.self()),
                commands.size(),
                commands.size() > MOST,
                commands.first(MOST),
                found == null ? null : found.jobs(),
                found == null ? null : found.unknown());
    }

    private record RememberedOnes(List<JobSummary> jobs, UnknownOutcomes unknown) {}
}
