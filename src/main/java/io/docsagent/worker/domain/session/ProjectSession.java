package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.DecisionContext;
import io.docsagent.worker.domain.index.ProjectIndex;
import io.docsagent.worker.domain.index.Timers;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.Timer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One project during one decision: each part of its state with the one owner that changes it. */
public final class ProjectSession {

    /** Commands, marks and public records of jobs; the last step before may lead to a few more. */
    private static final int MOST_CHANGES = 1_000;

    private final Policy policy;
    private final LogPosition position;
    private final Instant now;
    private final boolean lacksRoomForProject;
    private final Outbox outbox;
    private final QuotaAccount quota;
    private final CommandQueue queue;
    private final JobRoom room;
    private final SendOrder order;
    private final Marks marks;
    private final Deduplication dedup;
    private final OperatorHolds operatorHolds;
    private final Holds holds;
    private final KnownJobs knownJobs;
    private final Jobs jobs;
    private final Continuations continuations;
    private final Records records;
    private final BulkTasks bulkTasks;
    private final Timers timers;

    private final Project before;
    private final @Nullable String probed;
    private final Drafts drafts;
    private final ContentBudget content = new ContentBudget();

    public ProjectSession(DecisionContext context, Project project, LogPosition position) {
        ProjectIndex index = context.index();
        this.drafts = Drafts.of(context.tables());
        this.before = project;
        this.probed = context.installation().probed();
        this.policy = context.policy();
        this.lacksRoomForProject = context.lacksRoomForProject();
        this.position = position;
        // A new leader's clock may be behind the old one's: time never goes back.
        this.now = position.appendedAt().isAfter(project.applied().at())
                ? position.appendedAt()
                : project.applied().at();
        this.timers = index.timers();
        this.outbox = new Outbox(project.id(), position, now);
        Scope scope = new Scope(project.id(), policy, context.partition(), project.load(), now, outbox, content);
        this.quota = new QuotaAccount(project, scope);
        String start = policy.dispatching().startHeld();
        this.operatorHolds =
                new OperatorHolds(project, scope, context.installation().holdAt(now, start));
        this.holds = new Holds(project, scope, operatorHolds);
        this.queue = new CommandQueue(project, scope, drafts.commands(), index);
        this.marks = new Marks(project, scope, drafts.seen(), index, queue);
        this.dedup = new Deduplication(scope, marks, queue);
        this.knownJobs = new KnownJobs(project, scope, drafts.jobs(), index);
        this.room = new JobRoom(scope, knownJobs, queue, index);
        this.order = new SendOrder(queue, index, room, content);
        this.continuations = new Continuations(scope, index.continueKeys(), queue, dedup, knownJobs);
        this.jobs = new Jobs(scope, knownJobs, index.lanes(), holds, continuations);
        this.bulkTasks = new BulkTasks(project);
        this.records = new Records(scope, drafts, dedup);
    }

    /** The limits and choices of the project. */
    public Policy policy() {
        return policy;
    }

    /** Of the input. */
    public LogPosition position() {
        return position;
    }

    /** Names the admission of a command that the input brings. */
    public String admission() {
        return position.partition() + "-" + position.offset();
    }

    /** The time of the decision, which never goes back. */
    public Instant now() {
        return now;
    }

    /** Whether nothing was known of the project before this input. */
    public boolean isNewProject() {
        return before.applied().offset() < 0;
    }

    /** Whether the project is new, and its partition has as many as it may have. */
    public boolean lacksRoomForProject() {
        return lacksRoomForProject;
    }

    public Outbox outbox() {
        return outbox;
    }

    public QuotaAccount quota() {
        return quota;
    }

    public CommandQueue queue() {
        return queue;
    }

    /** Whether another job may be started. */
    public JobRoom room() {
        return room;
    }

    public SendOrder order() {
        return order;
    }

    public Marks marks() {
        return marks;
    }

    public Deduplication dedup() {
        return dedup;
    }

    public OperatorHolds operatorHolds() {
        return operatorHolds;
    }

    public Holds holds() {
        return holds;
    }

    public KnownJobs knownJobs() {
        return knownJobs;
    }

    public Jobs jobs() {
        return jobs;
    }

    /** Which creates continue a job. */
    public Continuations continuations() {
        return continuations;
    }

    public Records records() {
        return records;
    }

    public BulkTasks bulkTasks() {
        return bulkTasks;
    }

    /**
     * Whether the decision may change more. What concerns many commands is left to later decisions where it may not: one
     * decision is one transaction's, and is in memory as a whole.
     */
    public boolean hasRoom() {
        int changes = drafts.commandsChanged() + knownJobs.recordsChanged();
        return changes < MOST_CHANGES && content.hasRoom();
    }

    /** Takes the next timer that is due; null where none is. */
    public @Nullable Timer takeDueTimer() {
        return timers.takeDue(now);
    }

    public boolean hasDueTimer() {
        return timers.isDue(now);
    }

    /** The next timer; null where there is none. */
    public @Nullable Timer nextTimer() {
        return timers.next();
    }

    /** When a command, a token that it may use and the hold allow a call by time alone; null where they do not. */
    public @Nullable Instant nextCall() {
        Instant next = null;
        for (var due : order.dueFrom().entrySet()) {
            Instant allowed = holds.nextCall(quota.nextReturn(due.getKey()));
            if (allowed != null) {
                Instant call = due.getValue().isAfter(allowed) ? due.getValue() : allowed;
                next = next == null || call.isBefore(next) ? call : next;
            }
        }
        return next;
    }

    public String projectId() {
        return before.id();
    }

    /** As the decision would store it now. */
    public Project project() {
        long stateBytes = before.counts().stateBytes() + marks.bytesMore() + knownJobs.bytesMore();
        Project.Counts counts =
                queue.counts().with(marks.placesTaken(), knownJobs.count(), knownJobs.followed(), stateBytes);
        var applied = new Project.Applied(position.offset(), now);
        return new Project(
                projectId(),
                applied,
                counts,
                quota.quota(),
                queue.calls().byId(),
                holds.hold(),
                quota.shares(priority -> counts.waiting(priority) > 0),
                operatorHolds.hold(),
                bulkTasks.all(),
                marks.keptBytes(),
                operatorHolds.resumedFrom(),
                probed,
                knownJobs.active(),
                knownJobs.openPullRequests());
    }

    /** The decision; the project is forgotten where nothing of it is worth keeping. */
    public Decision decided(@Nullable Instant nextMoment) {
        Project project = project();
        Instant forgettable = project.forgettableAt(policy.quota(), now);
        if (forgettable != null && !forgettable.isAfter(now)) {
            holds.forgotten();
            return forgotten();
        }
        drafts.projects().put(projectId(), project);
        return decision(project.load(), nextMoment);
    }

    public Decision forgotten() {
        drafts.projects().delete(projectId());
        return decision(Load.NONE, null);
    }

    private Decision decision(Load load, @Nullable Instant nextMoment) {
        records.write();
        return new Decision(drafts.changes(), outbox.effects(), load.minus(before.load()), nextMoment);
    }
}
