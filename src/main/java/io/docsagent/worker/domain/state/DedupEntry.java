package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.docsagent.worker.domain.state.Timer.Kind;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.ContentHash;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.Publisher;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a command, so that a repetition is recognised and a late outcome finds its command.
 *
 * <p>Stored: its components are a format; a new one is optional, and formats of the release before are read.
 *
 * @param contentHash of what was published, by which a repetition is recognised
 * @param create whether the command is a create, which messages may name
 * @param admission as of the {@link QueuedCommand}; null where it was not queued
 * @param unknown attempts of unknown outcome
 * @param repeatedAt when a repetition of it was last announced; null where none was
 * @param ended what its public record says of it; null before it has ended, and where it has no record
 * @param dismissed calls that an operator resolved as not taken; null where none did
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DedupEntry(
        String contentHash,
        boolean create,
        @Nullable String admission,
        @JsonProperty("fate") State state,
        List<Integer> unknown,
        @Nullable Instant repeatedAt,
        @Nullable EndedCommand ended,
        @Nullable Dismissed dismissed) {

    /** One that no operator has resolved. */
    public DedupEntry(
            String contentHash,
            boolean create,
            @Nullable String admission,
            State state,
            List<Integer> unknown,
            @Nullable Instant repeatedAt,
            @Nullable EndedCommand ended) {
        this(contentHash, create, admission, state, unknown, repeatedAt, ended, null);
    }

    /** Where the command is. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Pending.class, name = "pending"),
        @JsonSubTypes.Type(value = Accepted.class, name = "accepted"),
        // Format 2 did not tell the two apart.
        @JsonSubTypes.Type(
                value = Rejected.class,
                names = {"rejected", "refused"}),
        @JsonSubTypes.Type(value = Expired.class, name = "expired"),
        @JsonSubTypes.Type(value = Cancelled.class, name = "cancelled"),
        @JsonSubTypes.Type(value = Superseded.class, name = "superseded"),
        @JsonSubTypes.Type(value = Unknown.class, name = "unknown"),
        @JsonSubTypes.Type(value = Operated.class, name = "operation")
    })
    public sealed interface State {}

    /** Waiting or in flight, as the {@link QueuedCommand} with this sequence, which says all but unknown attempts. */
    public record Pending(long sequence) implements State {}

    /** Ended as a job. */
    public record Accepted(String jobId, Instant forgetAt) implements State {}

    /** Ended, and the service has not taken it. */
    public sealed interface NotTaken extends State {}

    /** Refused, by the worker or the service. */
    public record Rejected(Instant forgetAt) implements NotTaken {}

    /** Not sent before its {@code expiresAt}. */
    public record Expired(Instant forgetAt) implements NotTaken {}

    /** Cancelled before it was sent. */
    public record Cancelled(Instant forgetAt) implements NotTaken {}

    /**
     * A later command took its place before it was sent.
     *
     * @param by where to look further: the latest command in the place for the first one there, the first one for the
     *     others, so that a few steps lead from any of them to the latest
     * @param commandId of the command that took the place from it; null where that has none
     * @param forgetAt null for the first one in a place as long as a command in that place waits or is in flight
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Superseded(
            Identity by,
            @Nullable String commandId,
            @Nullable Instant forgetAt) implements State {}

    /** Of no command: an operation that was answered, or will be; stored under an identity of its own kind. */
    public record Operated(Instant forgetAt) implements State {}

    /**
     * Ended with its outcome unknown, with what the event of a late answer needs.
     *
     * @param jobId of a message; null for a create
     * @param metadata null where {@code command} has it; see {@link #metadataGiven}
     * @param command what an operator may have sent again; null where there was no room for it, and where it has no
     *     commandId, by which an operator names it
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Unknown(
            @Nullable String commandId,
            @Nullable String jobId,
            @Nullable Map<String, String> metadata,
            @Nullable String traceparent,
            Instant forgetAt,
            @Publisher.Name String publisher,
            @Nullable Command command)
            implements State {

        public Unknown {
            publisher = Publisher.orDefault(publisher);
        }

        /** One that cannot be sent again. */
        public Unknown(
                @Nullable String commandId,
                @Nullable String jobId,
                @Nullable Map<String, String> metadata,
                @Nullable String traceparent,
                Instant forgetAt,
                String publisher) {
            this(commandId, jobId, metadata, traceparent, forgetAt, publisher, null);
        }

        /** @param keepsCommand whether it may be sent again */
        public static Unknown of(QueuedCommand queued, Instant forgetAt, boolean keepsCommand) {
            Command command = queued.command();
            return keepsCommand
                    ? new Unknown(
                            command.commandId(), queued.jobId(), null, null, forgetAt, command.publisher(), command)
                    : new Unknown(
                            command.commandId(),
                            queued.jobId(),
                            command.metadata(),
                            command.traceparent(),
                            forgetAt,
                            command.publisher());
        }

        public Job.Origin origin() {
            return command != null
                    ? Job.Origin.of(command)
                    : new Job.Origin(commandId, metadata, traceparent, publisher);
        }

        /** As its publisher gave it. */
        public @Nullable Map<String, String> metadataGiven() {
            return command != null ? command.metadata() : metadata;
        }
    }

    /**
     * Calls of unknown outcome that an operator resolved as not taken: a late answer that says otherwise still counts.
     *
     * @param attempts whose outcome is still unknown
     * @param jobId of a message; null for a create
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Dismissed(
            List<Integer> attempts,
            Job.Origin origin,
            @Nullable String jobId) {}

    public static DedupEntry pending(QueuedCommand queued) {
        return new DedupEntry(
                ContentHash.of(queued.command()),
                queued.isCreate(),
                queued.admission(),
                new Pending(queued.sequence()),
                List.of(),
                null,
                null);
    }

    /** Of an operation. */
    public static DedupEntry operation(Instant forgetAt) {
        return new DedupEntry("", false, null, new Operated(forgetAt), List.of(), null, null);
    }

    /** Whether the outcome of the call is unknown, and the call one of this command's own. */
    public boolean isUnknown(CallId call) {
        return Objects.equals(admission, call.admission()) && unknown.contains(call.attempt());
    }

    /** Whether an operator has resolved the call as not taken, and it is one of this command's own. */
    public boolean isDismissed(CallId call) {
        return dismissed != null
                && Objects.equals(admission, call.admission())
                && dismissed.attempts().contains(call.attempt());
    }

    public DedupEntry with(State now) {
        return with(now, ended);
    }

    public DedupEntry with(State now, @Nullable EndedCommand facts) {
        return new DedupEntry(contentHash, create, admission, now, unknown, repeatedAt, facts, dismissed);
    }

    public DedupEntry unknown(int attempt) {
        List<Integer> more = new ArrayList<>(unknown);
        more.add(attempt);
        return new DedupEntry(contentHash, create, admission, state, more, repeatedAt, ended, dismissed);
    }

    /** The outcome of the attempt is known after all. */
    public DedupEntry resolved(int attempt) {
        Dismissed left = dismissed == null
                ? null
                : new Dismissed(without(dismissed.attempts(), attempt), dismissed.origin(), dismissed.jobId());
        return new DedupEntry(
                contentHash, create, admission, state, without(unknown, attempt), repeatedAt, ended, left);
    }

    /** An operator resolves the command, which ended as unknown, as not taken. */
    public DedupEntry dismissed(Unknown was, State now, @Nullable EndedCommand facts) {
        List<Integer> attempts = new ArrayList<>(dismissed == null ? List.of() : dismissed.attempts());
        attempts.addAll(unknown);
        return new DedupEntry(
                contentHash,
                create,
                admission,
                now,
                List.of(),
                repeatedAt,
                facts,
                new Dismissed(List.copyOf(attempts), was.origin(), was.jobId()));
    }

    /** What the content of its command takes of the limits on queued bytes, where it is kept. */
    public long keptBytes() {
        return state instanceof Unknown lost && lost.command() != null ? bytesToKeep(lost.command()) : 0;
    }

    /** What the content of a command would take. */
    public static long bytesToKeep(Command command) {
        return HeapBytes.ofKept(command);
    }

    /** What it takes of the limit on the partition's state, in the project with this id. */
    public long bytes(String projectId) {
        return HeapBytes.of(this, projectId.length());
    }

    private static List<Integer> without(List<Integer> attempts, int attempt) {
        List<Integer> left = new ArrayList<>(attempts);
        left.remove(Integer.valueOf(attempt));
        return left;
    }

    public DedupEntry repeated(Instant now) {
        return new DedupEntry(contentHash, create, admission, state, unknown, now, ended, dismissed);
    }

    @Nullable
    public Timer timer(String key) {
        Instant forgetAt = switch (state) {
            case Pending pending -> null;
            case Accepted accepted -> accepted.forgetAt();
            case Rejected rejected -> rejected.forgetAt();
            case Expired expired -> expired.forgetAt();
            case Cancelled cancelled -> cancelled.forgetAt();
            case Superseded superseded -> superseded.forgetAt();
            case Unknown lost -> lost.forgetAt();
            case Operated operated -> operated.forgetAt();
        };
        Kind kind = guardsSend() ? Kind.SENT_FORGOTTEN : Kind.UNSENT_FORGOTTEN;
        return forgetAt == null ? null : new Timer(forgetAt, kind, key);
    }

    /** Whether the service has, or may have, taken the command, so that without the entry it might be sent twice. */
    private boolean guardsSend() {
        return state instanceof Accepted
                || state instanceof Unknown
                || !unknown.isEmpty()
                || (dismissed != null && !dismissed.attempts().isEmpty());
    }
}
