package io.docsagent.worker.domain;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.docsagent.worker.domain.Timer.Kind;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.ContentHash;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The mark of a command, so that a repetition is recognised and a late answer finds what it is about.
 *
 * @param create whether the command is a create, which messages may name
 * @param admission as of the {@link QueuedCommand}; null where it was not queued, or by a release before format 2
 * @param unknown attempts of unknown outcome
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Seen(
        String contentHash, boolean create, @Nullable String admission, Fate fate, List<Integer> unknown) {

    /** Where the command is. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Pending.class, name = "pending"),
        @JsonSubTypes.Type(value = Accepted.class, name = "accepted"),
        @JsonSubTypes.Type(value = Refused.class, name = "refused"),
        @JsonSubTypes.Type(value = Unknown.class, name = "unknown")
    })
    public sealed interface Fate {}

    /** Waiting or under way, as the {@link QueuedCommand} with this sequence, which says all but unknown attempts. */
    public record Pending(long sequence) implements Fate {}

    /** Ended as a job. */
    public record Accepted(String jobId, Instant forgetAt) implements Fate {}

    /** Ended rejected or expired. */
    public record Refused(Instant forgetAt) implements Fate {}

    /**
     * Ended unknown, with what a late answer needs to be told.
     *
     * @param jobId of a message; null for a create
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Unknown(
            @Nullable String commandId,
            @Nullable String jobId,
            @Nullable Map<String, String> metadata,
            @Nullable String traceparent,
            Instant forgetAt)
            implements Fate {

        static Unknown of(QueuedCommand queued, Instant forgetAt) {
            Command command = queued.command();
            return new Unknown(
                    command.commandId(), queued.jobId(), command.metadata(), command.traceparent(), forgetAt);
        }

        Job.Origin origin() {
            return new Job.Origin(commandId, metadata, traceparent);
        }
    }

    static Seen pending(QueuedCommand queued) {
        return new Seen(
                ContentHash.of(queued.command()),
                queued.isCreate(),
                queued.admission(),
                new Pending(queued.sequence()),
                List.of());
    }

    /** Whether the command asks for the same, whichever release saw it first. */
    boolean isOf(Command command) {
        return contentHash.equals(ContentHash.of(command)) || contentHash.equals(ContentHash.ofFormat1(command));
    }

    /** Whether the outcome of the call is unknown, and the call one of this command's own. */
    boolean isUnknown(CallId call) {
        return Objects.equals(admission, call.admission()) && unknown.contains(call.attempt());
    }

    Seen with(Fate ended) {
        return new Seen(contentHash, create, admission, ended, unknown);
    }

    Seen unknown(int attempt) {
        List<Integer> more = new ArrayList<>(unknown);
        more.add(attempt);
        return new Seen(contentHash, create, admission, fate, more);
    }

    Seen resolved(int attempt) {
        List<Integer> left = new ArrayList<>(unknown);
        left.remove(Integer.valueOf(attempt));
        return new Seen(contentHash, create, admission, fate, left);
    }

    @Nullable
    Timer timer(String key) {
        Instant forgetAt = switch (fate) {
            case Pending pending -> null;
            case Accepted accepted -> accepted.forgetAt();
            case Refused refused -> refused.forgetAt();
            case Unknown lost -> lost.forgetAt();
        };
        return forgetAt == null ? null : new Timer(forgetAt, Kind.SEEN_FORGOTTEN, key);
    }
}
