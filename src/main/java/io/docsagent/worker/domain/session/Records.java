package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.state.CommandRecords;
import io.docsagent.worker.domain.state.DedupEntry;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.CommandRecord;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.StatusEvent;
import io.docsagent.worker.message.StatusEvent.Type;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
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
    private final Draft<DedupEntry> seen;
    private final Draft<Job> jobs;
    private final CommandQueue queue;
    private final Outbox outbox;
    private @Nullable Command arrived;

    Records(Scope scope, Draft<QueuedCommand> commands, Draft<DedupEntry> seen, Draft<Job> jobs, CommandQueue queue) {
        this.projectId = scope.projectId();
        this.now = scope.now();
        this.publishes = scope.policy().seen().publishes();
        this.commands = commands;
        this.seen = seen;
        this.jobs = jobs;
        this.queue = queue;
        this.outbox = scope.outbox();
    }

    /** A command that may end without being queued. */
    public void arrived(Command command) {
        arrived = command;
    }

    /** Writes the records that the decision changes. */
    void write() {
        if (!publishes) {
            return;
        }
        Map<String, QueuedCommand> before = new HashMap<>();
        Map<String, QueuedCommand> after = new HashMap<>();
        Set<String> touched = new LinkedHashSet<>();
        commands.changes().forEach((key, changed) -> {
            add(commands.saved(key), before, touched);
            add(changed.orElse(null), after, touched);
        });
        seen.changes().forEach((key, changed) -> {
            add(seen.saved(key), touched);
            add(changed.orElse(null), touched);
        });
        jobs.changes().values().forEach(job -> job.ifPresent(known -> touched.addAll(known.commandIds())));
        if (arrived != null && arrived.commandId() != null) {
            touched.add(arrived.commandId());
        }
        // Once: a project that is forgotten has tens of thousands of records.
        List<StatusEvent> events = outbox.events();
        for (String commandId : touched) {
            boolean isQueueChanged = before.containsKey(commandId) || after.containsKey(commandId);
            QueuedCommand unchanged = isQueueChanged ? null : queue.find(Identity.ofCommandId(commandId));
            write(
                    commandId,
                    isQueueChanged ? before.get(commandId) : unchanged,
                    isQueueChanged ? after.get(commandId) : unchanged,
                    events);
        }
    }

    private void write(
            String commandId,
            @Nullable QueuedCommand queuedBefore,
            @Nullable QueuedCommand queuedAfter,
            List<StatusEvent> events) {
        String key = Keys.seen(projectId, Identity.ofCommandId(commandId));
        CommandRecord was = CommandRecords.of(
                projectId, commandId, queuedBefore, seen.saved(key), id -> jobs.saved(Keys.job(projectId, id)));
        CommandRecord is = CommandRecords.of(
                projectId, commandId, queuedAfter, seen.get(key), id -> jobs.get(Keys.job(projectId, id)));
        if (is != null) {
            if (!is.equals(was)) {
                outbox.publishState(commandId, is.written(now, last(events, event -> describes(event, is))));
            }
            return;
        }
        Command ended = queuedBefore != null ? queuedBefore.command() : arrivedAs(commandId);
        StatusEvent event =
                last(events, each -> commandId.equals(each.commandId()) && CommandRecords.stateAfter(each) != null);
        if (ended != null && event != null) {
            // Readers learn how it ended, although nothing of it is remembered.
            CommandRecord end = CommandRecords.ofEnd(projectId, ended, queuedBefore, event);
            outbox.publishState(commandId, end.written(now, event));
            outbox.publishState(commandId, null);
        } else if (was != null) {
            outbox.publishState(commandId, null);
        }
    }

    private @Nullable Command arrivedAs(String commandId) {
        return arrived != null && arrived.type() != Command.Type.CANCEL && commandId.equals(arrived.commandId())
                ? arrived
                : null;
    }

    private static void add(
            @Nullable QueuedCommand queued, Map<String, QueuedCommand> byCommandId, Set<String> touched) {
        if (queued == null || queued.command().type() == Command.Type.CANCEL) {
            return;
        }
        String commandId = queued.command().commandId();
        if (commandId != null) {
            byCommandId.put(commandId, queued);
            touched.add(commandId);
        }
    }

    private static void add(@Nullable DedupEntry entry, Set<String> touched) {
        if (entry != null && entry.ended() != null) {
            touched.add(entry.ended().commandId());
        }
    }

    /** Whether the event says what the record says; a job's may name a later command than the record. */
    private static boolean describes(StatusEvent event, CommandRecord record) {
        return switch (record.state()) {
            case SENT -> false;
            case QUEUED ->
                event.type() == Type.COMMAND_QUEUED && record.commandId().equals(event.commandId());
            case ACCEPTED -> event.job() != null && event.job().jobId().equals(record.jobId());
            default ->
                CommandRecords.stateAfter(event) == record.state()
                        && record.commandId().equals(event.commandId())
                        && Objects.equals(event.reason(), record.reason());
        };
    }

    private static @Nullable StatusEvent last(List<StatusEvent> events, Predicate<StatusEvent> wanted) {
        return events.stream().filter(wanted).reduce((before, after) -> after).orElse(null);
    }
}
