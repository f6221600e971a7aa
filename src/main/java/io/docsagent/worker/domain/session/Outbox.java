package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.decision.Effect.Count;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Owns what a decision wants done: events with their ids, calls, jobs to watch, and what is counted. */
public final class Outbox {

    private final String projectId;
    private final LogPosition position;
    private final Instant now;
    private final List<Effect> effects = new ArrayList<>();
    private int events;

    public Outbox(String projectId, LogPosition position, Instant now) {
        this.projectId = projectId;
        this.position = position;
        this.now = now;
    }

    public StatusEvent announce(Announcement announcement) {
        String eventId = position.partition() + "-" + position.offset() + "-" + events++;
        StatusEvent event = announcement.at(eventId, now, projectId);
        effects.add(new Effect.Announce(event));
        return event;
    }

    /** @param command null where it is forgotten */
    void publishState(String commandId, @Nullable CommandRecord command) {
        effects.add(new Effect.PublishState(projectId, commandId, command));
    }

    /** Watches a job no more that is not known any more. */
    void release(String jobId) {
        effects.add(new Effect.Release(projectId, jobId));
    }

    public void send(GatewayRequest request) {
        effects.add(new Effect.Send(request));
    }

    /** Watches the job as it is now, or no more. */
    void watch(Job job) {
        WatchedJob watched = job.watched(projectId);
        effects.add(watched != null ? new Effect.Watch(watched) : new Effect.Release(projectId, job.id()));
    }

    public void count(Count.Result result) {
        effects.add(new Count(result, null, null));
    }

    public void count(Count.Result result, Command command) {
        count(result, command.type(), command.publisher());
    }

    /** A command has ended, which is counted under the name of its state. */
    public void countEnd(CommandState state, Command.Type type, String publisher) {
        count(Count.Result.valueOf(state.name()), type, publisher);
    }

    public void count(Count.Result what, Command.Type type, String publisher) {
        effects.add(new Count(what, type, publisher));
    }

    /** The last event of each job, by the jobs' ids. */
    Map<String, StatusEvent> jobEvents() {
        Map<String, StatusEvent> last = new HashMap<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Announce announce && announce.event().job() != null) {
                last.put(announce.event().job().jobId(), announce.event());
            }
        }
        return last;
    }

    public List<Effect> effects() {
        return effects;
    }
}
