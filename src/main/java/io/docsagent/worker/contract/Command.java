package io.docsagent.worker.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A publisher's command; the fields of {@code schemas/command.schema.json}.
 *
 * @param prompt empty for a cancel
 * @param jobId for a message: the job it follows up, unless {@code createCommandId} names it
 * @param createCommandId for a message: the commandId of the create whose job it follows up
 * @param priority low for a cancel, which nothing waits for
 * @param expiresAt the command expires if not sent by then
 * @param metadata at most 16 entries, returned in every event of the command
 * @param notBefore the earliest time to send the command; null for at once
 * @param coalesce whether it replaces an earlier one that is queued; null if it does not
 * @param continueKey for a create: while a job with this key is usable, the prompt is sent to that job as a message; null if
 *     it always starts a job
 * @param cancelCommandId for a cancel: the commandId of the command to cancel
 * @param reason for a cancel: why, for people
 * @param traceparent of the publisher's span (W3C Trace Context), which is not a field of the JSON but of its envelope
 * @param request the CloudEvent that it came as, where it has no commandId; not a field of the JSON either
 * @param publisher whose topic it came from, see {@link Publisher}; not a field of the JSON either
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Command(
        Type type,
        String projectId,
        String prompt,
        @Nullable String jobId,
        @Nullable String createCommandId,
        @Nullable String commandId,
        Priority priority,
        @Nullable Instant expiresAt,
        Map<String, String> metadata,
        @Nullable Instant notBefore,
        @Nullable Coalesce coalesce,
        @Nullable String continueKey,
        @Nullable String cancelCommandId,
        @Nullable String reason,
        @Nullable String traceparent,
        @Nullable Request request,
        @Publisher.Name String publisher) {

    public Command {
        prompt = prompt == null ? "" : prompt;
        priority = type == Type.CANCEL ? Priority.LOW : priority == null ? Priority.NORMAL : priority;
        metadata = metadata == null ? Map.of() : Map.copyOf(metadata);
        publisher = Publisher.orDefault(publisher);
    }

    /** A create or message of the default publisher, without a trace. */
    public Command(
            Type type,
            String projectId,
            String prompt,
            @Nullable String jobId,
            @Nullable String createCommandId,
            @Nullable String commandId,
            Priority priority,
            @Nullable Instant expiresAt,
            Map<String, String> metadata) {
        this(
                type,
                projectId,
                prompt,
                jobId,
                createCommandId,
                commandId,
                priority,
                expiresAt,
                metadata,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Publisher.DEFAULT);
    }

    /** The same, to be sent with this prompt, at this priority and not before this time. */
    public Command with(String otherPrompt, Priority otherPriority, @Nullable Instant earliest) {
        return copy(otherPrompt, otherPriority, metadata, earliest, coalesce, continueKey, traceparent, publisher);
    }

    /** The same, which is not coalesced with others; an operator may still name it by its key. */
    public Command uncoalesced() {
        Coalesce alone = coalesce == null ? null : new Coalesce(coalesce.key(), null);
        return copy(prompt, priority, metadata, notBefore, alone, continueKey, traceparent, publisher);
    }

    /** The same, which starts a job in any case. */
    public Command withoutContinueKey() {
        return copy(prompt, priority, metadata, notBefore, coalesce, null, traceparent, publisher);
    }

    /** The same, without prompt and metadata. */
    public Command withoutContent() {
        return copy("", priority, Map.of(), notBefore, coalesce, continueKey, traceparent, publisher);
    }

    /** The same, traced. */
    public Command tracedBy(@Nullable String span) {
        return copy(prompt, priority, metadata, notBefore, coalesce, continueKey, span, publisher);
    }

    /** The same, as it came from a publisher's topic, at no higher priority than that publisher may have. */
    public Command publishedBy(String name, Priority highest) {
        return copy(
                prompt,
                priority.compareTo(highest) < 0 ? highest : priority,
                metadata,
                notBefore,
                coalesce,
                continueKey,
                traceparent,
                name);
    }

    private Command copy(
            String otherPrompt,
            Priority otherPriority,
            Map<String, String> otherMetadata,
            @Nullable Instant earliest,
            @Nullable Coalesce otherCoalesce,
            @Nullable String otherContinueKey,
            @Nullable String span,
            String by) {
        return new Command(
                type,
                projectId,
                otherPrompt,
                jobId,
                createCommandId,
                commandId,
                otherPriority,
                expiresAt,
                otherMetadata,
                earliest,
                otherCoalesce,
                otherContinueKey,
                cancelCommandId,
                reason,
                span,
                request,
                by);
    }

    /** Bytes of JSON, as a record of a publisher. */
    public int size() {
        return JsonMappers.PUBLIC.writeValueAsBytes(this).length;
    }

    /** Whether it is no longer worth sending. */
    public boolean isExpired(Instant now) {
        return expiresAt != null && !expiresAt.isAfter(now);
    }

    /** The CloudEvent that a command came as: its source, and its id within that. */
    public record Request(String source, String id) {}

    /** What the command does: starts a job, follows one up, or keeps another command from being sent. */
    public enum Type {
        @JsonProperty("create")
        CREATE,
        @JsonProperty("message")
        MESSAGE,
        @JsonProperty("cancel")
        CANCEL
    }

    /** The order of a project's commands, highest first. */
    public enum Priority {
        @JsonProperty("high")
        HIGH,
        @JsonProperty("normal")
        NORMAL,
        @JsonProperty("low")
        LOW
    }
}
