package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.state.CommandRecords;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.KnownCommand;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.wire.Identity;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Owns the public records of a project's commands: each is written when what is stored of its command has changed, and
 * deleted when nothing is stored any more.
 */
public final class Records {

    private final String projectId;
    private final Instant now;
    private final boolean publishes;
    private final Draft<QueuedCommand> commands;
    private final Draft<Remembered> seen;
    private final Draft<Job> jobs;
    private final Deduplication dedup;
    private final Outbox outbox;

    /** By commandId: the last event that says where the command is. */
    private final Map<String, StatusEvent> events = new HashMap<>();

    /** By commandId: what ended in this decision, remembered or not. */
    private final Map<String, EndedCommand> ends = new HashMap<>();

    Records(Scope scope, Drafts drafts, Deduplication dedup) {
        this.projectId = scope.projectId();
        this.now = scope.now();
        this.publishes = scope.policy().seen().publishes();
        this.commands = drafts.commands();
        this.seen = drafts.seen();
        this.jobs = drafts.jobs();
        this.dedup = dedup;
        this.outbox = scope.outbox();
    }

    /** @param event that says where its command is */
    public void announced(StatusEvent event) {
        if (event.commandId() != null) {
            events.put(event.commandId(), event);
        }
    }

    /** A command has ended; readers learn it even where nothing of it is remembered. */
    public void ended(EndedCommand ended, StatusEvent event) {
        announced(event);
        if (event.commandId() != null) {
            ends.put(event.commandId(), ended);
        }
    }

    /** Writes the records that the decision changes. */
    void write() {
        if (!publishes) {
            return;
        }
        Map<String, KnownCommand> before = new HashMap<>();
        Map<String, KnownCommand> after = new HashMap<>();
        Set<String> touched = new LinkedHashSet<>();
        commands.changes().forEach((key, changed) -> {
            add(commands.saved(key), before, touched);
            add(changed.orElse(null), after, touched);
        });
        seen.changes().forEach((key, changed) -> {
            add(seen.saved(key), before, touched);
            add(changed.orElse(null), after, touched);
        });
        Set<String> ofJobs = new LinkedHashSet<>();
        jobs.changes().values().forEach(job -> job.ifPresent(known -> ofJobs.addAll(known.commandIds())));
        for (String commandId : ofJobs) {
            KnownCommand unchanged = touched.add(commandId) ? dedup.find(Identity.ofCommandId(commandId)) : null;
            add(unchanged, before, touched);
            add(unchanged, after, touched);
        }
        touched.addAll(ends.keySet());
        // Once: a project that is forgotten has tens of thousands of records.
        Map<String, StatusEvent> jobEvents = outbox.jobEvents();
        for (String commandId : touched) {
            write(commandId, before.get(commandId), after.get(commandId), jobEvents);
        }
    }

    private static void add(@Nullable Object stored, Map<String, KnownCommand> byCommandId, Set<String> touched) {
        if (stored instanceof KnownCommand known && known.publicId() != null) {
            byCommandId.put(known.publicId(), known);
            touched.add(known.publicId());
        }
    }

    private void write(
            String commandId,
            @Nullable KnownCommand before,
            @Nullable KnownCommand after,
            Map<String, StatusEvent> jobEvents) {
        EndedCommand end = ends.get(commandId);
        if (after != null) {
            CommandRecord was = before == null
                    ? null
                    : CommandRecords.of(projectId, before, id -> jobs.saved(Keys.job(projectId, id)));
            CommandRecord is = CommandRecords.of(projectId, after, id -> jobs.get(Keys.job(projectId, id)));
            if (!is.equals(was)) {
                outbox.publishState(commandId, is.written(now, eventOf(is, jobEvents)));
            }
        } else if (end != null) {
            CommandRecord is = CommandRecords.of(projectId, end, none -> null);
            outbox.publishState(commandId, is.written(now, eventOf(is, jobEvents)));
            outbox.publishState(commandId, null);
        } else if (before != null) {
            outbox.publishState(commandId, null);
        }
    }

    private @Nullable StatusEvent eventOf(CommandRecord record, Map<String, StatusEvent> jobEvents) {
        return record.state() == CommandState.ACCEPTED ? jobEvents.get(record.jobId()) : events.get(record.commandId());
    }
}
