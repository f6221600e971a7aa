package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Effect.Count;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.GatewayRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Owns what a decision wants done: events with their ids, calls, jobs to watch, and what is counted. */
final class Outbox {

    private final String projectId;
    private final LogPosition position;
    private final Instant now;
    private final List<Effect> effects = new ArrayList<>();
    private int events;

    Outbox(String projectId, LogPosition position, Instant now) {
        this.projectId = projectId;
        this.position = position;
        this.now = now;
    }

    void announce(Announcement announcement) {
        String eventId = position.partition() + "-" + position.offset() + "-" + events++;
        effects.add(new Effect.Announce(announcement.at(eventId, now, projectId)));
    }

    void send(GatewayRequest request) {
        effects.add(new Effect.Send(request));
    }

    /** Watches the job as it is now, or no more. */
    void watch(Job job) {
        WatchedJob watched = job.watched(projectId);
        effects.add(watched != null ? new Effect.Watch(watched) : new Effect.Release(projectId, job.id()));
    }

    void count(Count.What what, Command.@Nullable Type type) {
        effects.add(new Count(what, type));
    }

    List<Effect> effects() {
        return effects;
    }
}
