package io.docsagent.worker.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A publisher's command; the fields of {@code schemas/command.schema.json}.
 *
 * @param jobId for a message: the job it follows up, unless {@code createCommandId} names it
 * @param createCommandId for a message: the commandId of the create whose job it follows up
 * @param expiresAt when the command is no longer worth sending
 * @param metadata at most 16 entries, returned in every event of the command
 * @param traceparent of the publisher's span (W3C Trace Context), which is not a field of the JSON but of its envelope
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
        @Nullable String traceparent) {

    public Command {
        priority = priority == null ? Priority.NORMAL : priority;
        metadata = metadata == null ? Map.of() : Map.copyOf(metadata);
    }

    /** A command without a trace. */
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
        this(type, projectId, prompt, jobId, createCommandId, commandId, priority, expiresAt, metadata, null);
    }

    /** Whether it is no longer worth sending. */
    public boolean isExpired(Instant now) {
        return expiresAt != null && !expiresAt.isAfter(now);
    }

    /** The same, traced. */
    public Command tracedBy(@Nullable String span) {
        return new Command(
                type, projectId, prompt, jobId, createCommandId, commandId, priority, expiresAt, metadata, span);
    }

    /** What the command does at the service. */
    public enum Type {
        @JsonProperty("create")
        CREATE,
        @JsonProperty("message")
        MESSAGE
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
