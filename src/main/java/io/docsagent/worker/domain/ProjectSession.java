package io.docsagent.worker.domain;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One project during one decision: each part of its state with the one owner that changes it. */
final class ProjectSession {

    final Policy policy;
    final LogPosition position;
    final Instant now;
    final boolean lacksRoomForProject;
    final Outbox outbox;
    final QuotaAccount quota;
    final CommandQueue queue;
    final Deduplication dedup;
    final Breaker breaker;
    final Jobs jobs;
    final Timers timers;

    private final Project before;
    private final Draft<Project> projects;
    private final Draft<QueuedCommand> commands;
    private final Draft<DedupEntry> seen;
    private final Draft<Job> knownJobs;

    ProjectSession(DecisionContext context, Project project, LogPosition position) {
        Tables tables = context.tables();
        ProjectIndex index = context.index();
        this.projects = new Draft<>(tables.projects());
        this.commands = new Draft<>(tables.queue());
        this.seen = new Draft<>(tables.seen());
        this.knownJobs = new Draft<>(tables.jobs());
        this.before = project;
        this.policy = context.policy();
        this.lacksRoomForProject = context.lacksRoomForProject();
        this.position = position;
        // A new leader's clock may be behind the old one's: time never goes back.
        this.now = position.appendedAt().isAfter(project.applied().at())
                ? position.appendedAt()
                : project.applied().at();
        this.timers = index.timers();
        this.outbox = new Outbox(project.id(), position, now);
        Scope scope = new Scope(project.id(), policy, context.partition().minus(project.load()), now, outbox);
        this.quota = new QuotaAccount(project, scope);
        this.breaker = new Breaker(project, scope);
        this.queue = new CommandQueue(project, scope, commands, index);
        this.dedup = new Deduplication(project, scope, seen, timers, queue);
        this.jobs = new Jobs(project, scope, knownJobs, timers, queue, breaker);
    }

    String projectId() {
        return before.id();
    }

    /** As the decision would store it now. */
    Project project() {
        Project.Counts counts =
                queue.counts().seen(dedup.count()).jobs(jobs.count()).followed(jobs.followed());
        var applied = new Project.Applied(position.offset(), now);
        return new Project(projectId(), applied, counts, quota.quota(), queue.callsById(), breaker.hold());
    }

    /** The decision; the project is forgotten where nothing of it is worth keeping. */
    Decision decided(@Nullable Instant nextMoment) {
        Project project = project();
        Instant forgettable = project.forgettableAt(policy.quota(), now);
        if (forgettable != null && !forgettable.isAfter(now)) {
            breaker.forgotten();
            return forgotten();
        }
        projects.put(projectId(), project);
        return decision(project, nextMoment);
    }

    Decision forgotten() {
        projects.delete(projectId());
        return decision(project(), null);
    }

    private Decision decision(Project project, @Nullable Instant nextMoment) {
        var changes = new Decision.Changes(projects.changes(), commands.changes(), knownJobs.changes(), seen.changes());
        return new Decision(changes, outbox.effects(), project.load().minus(before.load()), nextMoment);
    }
}
