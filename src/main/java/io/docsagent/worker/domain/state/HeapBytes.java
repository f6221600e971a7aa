package io.docsagent.worker.domain.state;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Coalesce;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.quota.Quota;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a partition keeps of a project takes of the heap, in bytes: its record in the store, which is JSON, and what is
 * derived of it.
 *
 * <p>An estimate, since nothing is written to find out: texts count as the JSON has them, everything else as constants
 * that hold for references of 4 bytes, as the JVM has them below 32 GB. A test compares them with the heap of each kind.
 */
final class HeapBytes {

    /** Of a store's skip list: a node and a third of an index, a key, and the headers and padding of both arrays. */
    private static final int RECORD = 96;

    /** Behind the project's id: a slash and 16 digits. */
    private static final int QUEUED_KEY = 17;

    /** Behind the project's id: a slash and an identity or the lane of a job. */
    private static final int HASHED_KEY = 34;

    /** In the tree of its kind: the entry, the timer and its time, and the key's text without its characters. */
    private static final int TIMER = 132;

    /** A text of a record that may be missing: name, quotes, colon and comma. */
    private static final int NAMED = 17;

    /** Such a time. */
    private static final int TIME = 28;

    /** Names, numbers and punctuation of a command, without what may be missing. */
    private static final int COMMAND = 70;

    /** Those of its place in the queue around it, with its identity and its lane. */
    private static final int QUEUED = 225;

    /** As it is announced on its arrival, where it is: known only once it has been admitted. */
    private static final int PLACE = 50;

    /** Its calls of unknown outcome, where there are some: known only once they were made. */
    private static final int UNKNOWN = 30;

    /** Of what was published, where something else is sent. */
    private static final int HASH = 62;

    /** By which it is found; of a create its lane's is used. */
    private static final int SEQUENCE = 136;

    /** In the list of its lane, which has half as much room again. */
    private static final int IN_LANE = 38;

    /** In the tree of keys: the entry, and the text without its characters. */
    private static final int COALESCING = 165;

    /** In the tree of what is not due. */
    private static final int DELAYED = 72;

    /** In the tree of its lane. */
    private static final int PROMOTED = 250;

    /** The call in its record, and the command as an object under the call's id, without its strings. */
    private static final int CALL = 330;

    /** In the map of such a command. */
    private static final int METADATA_ENTRY = 16;

    /** Where it was admitted, and the calls of unknown outcome. */
    private static final int ADMITTED = 30;

    /** Names, numbers and punctuation of a command that has ended, with the hash of the content. */
    private static final int ENDED = 235;

    /** Those of a reason. */
    private static final int REASON = 55;

    /** Those of calls that were resolved as not taken. */
    private static final int DISMISSED = 30;

    /** Those of a job, without what may be missing, but with how it is followed. */
    private static final int JOB = 215;

    /** Those of an operation. */
    private static final int OPERATION = 120;

    /** The poller's: the job in the maps of its project and its partition and in the timeline, and what was last seen. */
    private static final int POLLED = 700;

    /** A use that has ended: in the project's record, and as a number among those of all and of its publisher. */
    private static final int USE = 30;

    /** A use of a call of unknown outcome: in the project's record, and as an object under the call's id. */
    private static final int UNANSWERED = 260;

    private HeapBytes() {}

    /** A command, waiting or in flight, but not its lane. */
    static long of(QueuedCommand queued) {
        Command command = queued.command();
        long project = command.projectId().length();
        long bytes = (long) RECORD + QUEUED_KEY + project + QUEUED + IN_LANE + json(command) + named(queued.jobId());
        bytes += queued.isCreate() ? 0 : SEQUENCE;
        bytes += command.type() == Command.Type.CANCEL ? TIME : TIME + PLACE + UNKNOWN;
        bytes += queued.first() == null ? 0 : NAMED + HASHED_KEY;
        bytes += queued.publishedHash() == null ? 0 : HASH;
        bytes += queued.calls().dismissed() == null ? 0 : DISMISSED;
        if (command.expiresAt() != null) {
            bytes += TIMER + QUEUED_KEY + project;
        }
        if (queued.createWaitUntil() != null) {
            bytes += TIME + TIMER + QUEUED_KEY + project;
        }
        bytes += command.notBefore() == null ? 0 : DELAYED;
        bytes += queued.promotedAt() == null ? 0 : PROMOTED;
        Coalesce coalesce = command.coalesce();
        bytes += coalesce == null || coalesce.mode() == null
                ? 0
                : COALESCING + coalesce.key().length();
        return bytes + (queued.call() == null ? 0 : CALL + texts(command));
    }

    /** The content of a command that has ended, in its mark. */
    static long ofKept(Command command) {
        return NAMED + json(command);
    }

    /** What is remembered, without the content of its command. */
    static long of(Remembered remembered, int projectLength) {
        long bytes = (long) RECORD + HASHED_KEY + projectLength;
        bytes += remembered.timer("") == null ? 0 : TIMER + HASHED_KEY + projectLength;
        return bytes
                + switch (remembered) {
                    case EndedCommand ended -> json(ended);
                    case Remembered.Operation operation -> TIME;
                };
    }

    static long of(Job job, int projectLength) {
        long bytes = 2L * (HASHED_KEY + projectLength) + RECORD + TIMER + JOB;
        bytes += json(job.snapshot()) + json(job.origin());
        for (String earlier : job.earlier()) {
            bytes += 3 + json(earlier);
        }
        return bytes
                + switch (job.following()) {
                    case Job.Followed followed -> polled(job.snapshot());
                    case Job.Lingering lingering -> polled(job.snapshot());
                    case Job.Ended ended -> json(ended.reason());
                    case Job.Proposed proposed -> polled(job.snapshot()) + json(proposed.operation());
                };
    }

    /** The poller has it as the engine stored it, and as a GET last reported it. */
    private static long polled(JobSnapshot seen) {
        JobSnapshot.Source source = seen.source();
        long texts = TextBytes.inMemory(seen.id(), seen.status(), seen.prLink(), seen.model(), seen.createdAt())
                + (source == null ? 0 : TextBytes.inMemory(source.repository(), source.ref()));
        return POLLED + 2 * texts;
    }

    static long of(Quota quota) {
        return (long) USE * quota.over().size()
                + (long) UNANSWERED * quota.unanswered().size();
    }

    private static long json(Command command) {
        Coalesce coalesce = command.coalesce();
        return COMMAND
                + command.projectId().length()
                + json(command.prompt())
                + named(command.commandId(), command.jobId(), command.createCommandId())
                + named(command.cancelCommandId(), command.reason(), command.traceparent())
                + publisher(command.publisher())
                + (command.expiresAt() == null ? 0 : TIME)
                + (command.notBefore() == null ? 0 : TIME)
                + (coalesce == null ? 0 : 2 * NAMED + json(coalesce.key()))
                + json(command.metadata());
    }

    private static long json(JobSnapshot seen) {
        JobSnapshot.Source source = seen.source();
        return named(seen.id(), seen.status(), seen.prLink(), seen.model(), seen.createdAt(), seen.archivedAt())
                + (source == null ? 0 : NAMED + named(source.repository(), source.ref()));
    }

    private static long json(EndedCommand ended) {
        EndedCommand.Terms terms = ended.terms();
        return ENDED
                + (ended.admission() == null ? 0 : ADMITTED)
                + json(ended.origin())
                + (terms.notBefore() == null ? 0 : TIME)
                + (terms.expiresAt() == null ? 0 : TIME)
                + (terms.queue() == null ? 0 : PLACE + TIME)
                + (ended.repeatedAt() == null ? 0 : TIME)
                + (ended.calls().dismissed() == null ? 0 : DISMISSED)
                + json(ended.outcome());
    }

    private static long json(EndedCommand.Outcome outcome) {
        return named(outcome.jobId())
                + json(outcome.reason())
                + switch (outcome) {
                    case EndedCommand.Superseded superseded -> NAMED + HASHED_KEY + named(superseded.commandId());
                    case EndedCommand.NotTaken notTaken -> named(notTaken.meantFor());
                    case EndedCommand.Accepted accepted -> 0;
                    case EndedCommand.Unknown unknown -> 0;
                };
    }

    private static long json(Job.Origin origin) {
        return NAMED
                + named(origin.commandId(), origin.traceparent())
                + publisher(origin.publisher())
                + json(origin.metadata());
    }

    private static long json(Operation operation) {
        long action = switch (operation.action()) {
            case Operation.ResolveTaken taken -> json(taken.commandId()) + json(taken.jobId());
            default -> 0;
        };
        return OPERATION + json(operation.operationId()) + json(operation.by()) + named(operation.reason()) + action;
    }

    private static long json(@Nullable Reason reason) {
        return reason == null ? 0 : REASON + json(reason.code()) + json(reason.message());
    }

    private static long json(@Nullable Map<String, String> metadata) {
        if (metadata == null || metadata.isEmpty()) {
            return 0;
        }
        long bytes = NAMED;
        for (var entry : metadata.entrySet()) {
            bytes += 6 + json(entry.getKey()) + json(entry.getValue());
        }
        return bytes;
    }

    private static long publisher(String name) {
        return name.equals(Publisher.DEFAULT) ? 0 : named(name);
    }

    /** Those that there are, each with its name. */
    private static long named(@Nullable String... texts) {
        long bytes = 0;
        for (String text : texts) {
            bytes += text == null ? 0 : NAMED + json(text);
        }
        return bytes;
    }

    private static long json(String text) {
        return TextBytes.inJson(text);
    }

    /** The strings of a command as an object. */
    private static long texts(Command command) {
        long bytes = TextBytes.inMemory(
                command.prompt(),
                command.commandId(),
                command.jobId(),
                command.createCommandId(),
                command.traceparent());
        for (var entry : command.metadata().entrySet()) {
            bytes += METADATA_ENTRY + TextBytes.inMemory(entry.getKey(), entry.getValue());
        }
        return bytes;
    }
}
