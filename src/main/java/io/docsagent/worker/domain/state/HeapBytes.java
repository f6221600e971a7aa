package io.docsagent.worker.domain.state;

import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.domain.quota.Quota;
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

    /** Names, numbers and punctuation of the place of a command in the queue, with its identity and its lane. */
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

    /** In the trees of what has, or waits for, its key for continuing a job: without the characters of the key. */
    private static final int CONTINUING = 330;

    /** In the tree of what waits for a key that something else has. */
    private static final int BEHIND_KEY = 70;

    /** In the tree of what is not due. */
    private static final int DELAYED = 72;

    /** In the tree of its lane. */
    private static final int PROMOTED = 250;

    /** The call in its record, and the command as an object under the call's id, without its strings. */
    private static final int CALL = 370;

    /** In the map of such a command. */
    private static final int METADATA_ENTRY = 16;

    /** The CloudEvent of such a command. */
    private static final int REQUEST = 24;

    /** Where it was admitted, and the calls of unknown outcome. */
    private static final int ADMITTED = 30;

    /** Names, numbers and punctuation of a command that has ended, with the hash of the content. */
    private static final int ENDED = 235;

    /** Those of calls that were resolved as not taken. */
    private static final int DISMISSED = 30;

    /** Those of a job, without what may be missing, but with how it is followed. */
    private static final int JOB = 229;

    /** In the maps of pull requests, of its project and its partition: without the characters of the link and of its id. */
    private static final int PULL_REQUEST = 370;

    /** What was reported of it. */
    private static final int REPORTED = 27;

    /** The poller's: the job in the maps of its project and its partition and in the timeline, and what was last seen. */
    private static final int POLLED = 700;

    /** A use that has ended: in the project's record, and as a number among those of all and of its publisher. */
    private static final int USE = 30;

    /** A use of a call of unknown outcome: in the project's record, and as an object under the call's id. */
    private static final int UNANSWERED = 267;

    private HeapBytes() {}

    /** A command, waiting or in flight, but not its lane. */
    static long of(QueuedCommand queued) {
        Command command = queued.command();
        long project = command.projectId().length();
        long bytes = (long) RECORD
                + QUEUED_KEY
                + project
                + QUEUED
                + IN_LANE
                + JsonBytes.of(command)
                + JsonBytes.named(queued.jobId());
        bytes += queued.isCreate() ? 0 : SEQUENCE;
        bytes += command.type() == Command.Type.CANCEL ? JsonBytes.TIME : JsonBytes.TIME + PLACE + UNKNOWN;
        bytes += queued.first() == null ? 0 : JsonBytes.NAMED + HASHED_KEY;
        bytes += queued.publishedHash() == null ? 0 : HASH;
        bytes += queued.calls().dismissed() == null ? 0 : DISMISSED;
        bytes += JsonBytes.named(queued.calls().dismissedTo());
        if (command.expiresAt() != null) {
            bytes += TIMER + QUEUED_KEY + project;
        }
        if (queued.createWaitUntil() != null) {
            bytes += JsonBytes.TIME + TIMER + QUEUED_KEY + project;
        }
        bytes += command.notBefore() == null && queued.quietUntil() == null ? 0 : DELAYED;
        bytes += queued.quietUntil() == null ? 0 : JsonBytes.TIME;
        bytes += queued.promotedAt() == null ? 0 : PROMOTED;
        Coalesce coalesce = command.coalesce();
        bytes += coalesce == null || coalesce.mode() == null
                ? 0
                : COALESCING + coalesce.key().length();
        bytes += queued.waitsForKey() ? BEHIND_KEY : keyed(command.continueKey());
        InFlightCall call = queued.call();
        return bytes + (call == null ? 0 : CALL + call.payer().length() + texts(command));
    }

    /** The content of a command that has ended, in its mark. */
    static long ofKept(Command command) {
        return JsonBytes.NAMED + JsonBytes.of(command);
    }

    /** What is remembered, without the content of its command. */
    static long of(Remembered remembered, int projectLength) {
        long bytes = (long) RECORD + HASHED_KEY + projectLength;
        bytes += remembered.timer("") == null ? 0 : TIMER + HASHED_KEY + projectLength;
        return bytes
                + switch (remembered) {
                    case EndedCommand ended -> json(ended);
                    case Remembered.Operation operation -> JsonBytes.TIME;
                };
    }

    static long of(Job job, int projectLength) {
        long bytes = 2L * (HASHED_KEY + projectLength) + RECORD + TIMER + JOB;
        bytes += JsonBytes.of(job.snapshot()) + JsonBytes.of(job.origin()) + JsonBytes.of(job.continuation());
        bytes += job.continuation() == null ? 0 : keyed(job.continuation().key());
        String link = job.snapshot().prLink();
        bytes += link == null ? 0 : PULL_REQUEST + 2L * link.length() + job.id().length();
        bytes += job.pullRequest() == null ? 0 : REPORTED + JsonBytes.TIME;
        for (String earlier : job.commands().earlier()) {
            bytes += 3 + TextBytes.inJson(earlier);
        }
        return bytes
                + switch (job.following()) {
                    case JobFollowing.Followed followed ->
                        polled(job.snapshot()) + (followed.mayReviveUntil() == null ? 0 : JsonBytes.TIME);
                    case JobFollowing.Lingering lingering -> polled(job.snapshot());
                    case JobFollowing.Ended ended -> JsonBytes.of(ended.reason());
                    case JobFollowing.Proposed proposed -> polled(job.snapshot()) + JsonBytes.of(proposed.operation());
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

    private static long json(EndedCommand ended) {
        Terms terms = ended.terms();
        return ENDED
                + (ended.admission() == null ? 0 : ADMITTED)
                + JsonBytes.of(ended.origin())
                + (terms.notBefore() == null ? 0 : JsonBytes.TIME)
                + (terms.expiresAt() == null ? 0 : JsonBytes.TIME)
                + (terms.queue() == null ? 0 : PLACE + JsonBytes.TIME)
                + (ended.repeatedAt() == null ? 0 : JsonBytes.TIME)
                + (ended.calls().dismissed() == null ? 0 : DISMISSED)
                + JsonBytes.named(ended.calls().dismissedTo())
                + json(ended.outcome())
                + (ended.keepsKeyUntil() == null ? 0 : keyed(ended.origin().continueKey()));
    }

    private static long json(CommandOutcome outcome) {
        return JsonBytes.named(outcome.jobId())
                + JsonBytes.of(outcome.reason())
                + switch (outcome) {
                    case CommandOutcome.Superseded superseded ->
                        JsonBytes.NAMED + HASHED_KEY + JsonBytes.named(superseded.commandId());
                    case CommandOutcome.NotTaken notTaken -> 0;
                    case CommandOutcome.Accepted accepted -> 0;
                    case CommandOutcome.Unknown unknown ->
                        unknown.keepsKeyUntil() == null ? JsonBytes.TIME : 2 * JsonBytes.TIME;
                };
    }

    private static long keyed(@Nullable String continueKey) {
        return continueKey == null ? 0 : CONTINUING + 2L * continueKey.length();
    }

    /** The strings of a command as an object. */
    private static long texts(Command command) {
        long bytes = TextBytes.inMemory(
                command.prompt(),
                command.commandId(),
                command.jobId(),
                command.createCommandId(),
                command.traceparent());
        Command.Request request = command.request();
        bytes += request == null ? 0 : REQUEST + TextBytes.inMemory(request.source(), request.id());
        for (var entry : command.metadata().entrySet()) {
            bytes += METADATA_ENTRY + TextBytes.inMemory(entry.getKey(), entry.getValue());
        }
        return bytes;
    }
}
