package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Effect.Count;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.StatusEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One project's turn: its state as the rules change it, and what they want done. */
final class Turn {

    final Policy policy;
    final Moment moment;
    final Instant now;
    final Backlog backlog;
    final Draft<QueuedCommand> queue;
    final Draft<Job> jobs;
    final Draft<Seen> seen;
    final boolean lacksRoomForProject;
    Project project;

    private final Draft<Project> projects;
    private final Load before;
    private final Load partition;
    private final List<Effect> effects = new ArrayList<>();
    private int events;

    Turn(Situation situation, Project project, Moment moment) {
        Tables tables = situation.tables();
        this.projects = new Draft<>(tables.projects());
        this.queue = new Draft<>(tables.queue());
        this.jobs = new Draft<>(tables.jobs());
        this.seen = new Draft<>(tables.seen());
        this.backlog = situation.backlog();
        this.policy = situation.policy();
        this.partition = situation.partition();
        this.lacksRoomForProject = situation.lacksRoomForProject();
        this.moment = moment;
        this.before = project.load();
        // A new leader's clock may be behind the old one's: time never goes back.
        this.now = moment.appendedAt().isAfter(project.applied().at())
                ? moment.appendedAt()
                : project.applied().at();
        this.project = project.with(new Project.Applied(moment.offset(), now));
    }

    String projectId() {
        return project.id();
    }

    /** What the partition holds, this turn's changes included. */
    Load partitionLoad() {
        return partition.plus(project.load()).minus(before);
    }

    QueuedCommand queued(long sequence) {
        return queue.require(Keys.queued(projectId(), sequence));
    }

    /** The mark of a command; null where none is remembered. */
    @Nullable
    Seen seen(Identity identity) {
        Seen mark = seen.get(Keys.seen(projectId(), identity));
        Long sequence = mark == null ? backlog.sequenceOf(identity) : null;
        return sequence == null ? mark : Seen.pending(queued(sequence));
    }

    /** What is remembered of a command in the queue beside its place there; null where nothing is. */
    @Nullable
    Seen mark(QueuedCommand queued) {
        return seen.get(Keys.seen(projectId(), queued.identity()));
    }

    /** As {@link #mark(QueuedCommand)}; where nothing is remembered yet, what its place says. */
    Seen markOrPlace(QueuedCommand queued) {
        Seen mark = mark(queued);
        return mark != null ? mark : Seen.pending(queued);
    }

    void effect(Effect effect) {
        effects.add(effect);
    }

    void count(Count.What what, Command.@Nullable Type type) {
        effects.add(new Count(what, type));
    }

    void announce(Announcement announcement) {
        String eventId = moment.partition() + "-" + moment.offset() + "-" + events++;
        effects.add(new Effect.Announce(announcement.at(eventId, now, projectId())));
    }

    Decision decided(@Nullable Instant nextMoment) {
        if (isForgettable()) {
            return forgotten();
        }
        projects.put(projectId(), project);
        return decision(nextMoment);
    }

    /** Whether nothing of the project is worth keeping. */
    boolean isForgettable() {
        Instant at = project.forgettableAt(policy.quota(), now);
        return at != null && !at.isAfter(now);
    }

    Decision forgotten() {
        projects.delete(projectId());
        return decision(null);
    }

    private Decision decision(@Nullable Instant nextMoment) {
        var changes = new Decision.Changes(projects.changes(), queue.changes(), jobs.changes(), seen.changes());
        return new Decision(changes, effects, project.load().minus(before), nextMoment);
    }

    /** An event before it has an id and a time. */
    record Announcement(
            StatusEvent.Type type,
            Job.Origin origin,
            StatusEvent.@Nullable JobState job,
            StatusEvent.@Nullable Reason reason,
            StatusEvent.@Nullable QueuePlace queue) {

        static Announcement ofCommand(StatusEvent.Type type, Command command, StatusEvent.Reason reason) {
            return new Announcement(type, Job.Origin.of(command), null, reason, null);
        }

        static Announcement ofQueued(Command command, StatusEvent.QueuePlace place) {
            return new Announcement(StatusEvent.Type.COMMAND_QUEUED, Job.Origin.of(command), null, null, place);
        }

        static Announcement ofJob(
                StatusEvent.Type type, Job job, @Nullable String previousStatus, StatusEvent.@Nullable Reason reason) {
            return new Announcement(type, job.origin(), job.state(previousStatus), reason, null);
        }

        static Announcement ofProject(StatusEvent.Type type, StatusEvent.@Nullable Reason reason) {
            return new Announcement(type, Job.Origin.NONE, null, reason, null);
        }

        StatusEvent at(String eventId, Instant time, String projectId) {
            return new StatusEvent(
                    type,
                    eventId,
                    time,
                    projectId,
                    origin.commandId(),
                    job,
                    reason,
                    queue,
                    origin.metadata(),
                    origin.traceparent());
        }
    }
}
