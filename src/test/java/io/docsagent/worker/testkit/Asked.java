package io.docsagent.worker.testkit;

import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Command.Priority;
import io.docsagent.worker.message.Command.Type;
import java.time.Instant;
import java.util.Map;

/** Commands as a publisher asks for them; every one has a commandId. */
public record Asked(Command command) {

    public static final String PROJECT = "acme";

    public static Asked create(String commandId) {
        return new Asked(new Command(
                Type.CREATE,
                PROJECT,
                "prompt of " + commandId,
                null,
                null,
                commandId,
                Priority.NORMAL,
                null,
                Map.of()));
    }

    /** A message to a job. */
    public static Asked message(String commandId, String jobId) {
        return new Asked(new Command(
                Type.MESSAGE,
                PROJECT,
                "prompt of " + commandId,
                jobId,
                null,
                commandId,
                Priority.NORMAL,
                null,
                Map.of()));
    }

    /** A message to the job of a create. */
    public static Asked follow(String commandId, String createCommandId) {
        return new Asked(new Command(
                Type.MESSAGE,
                PROJECT,
                "prompt of " + commandId,
                null,
                createCommandId,
                commandId,
                Priority.NORMAL,
                null,
                Map.of()));
    }

    /** A cancel without a commandId of its own. */
    public static Asked cancel(String targetCommandId) {
        return new Asked(new Command(
                Type.CANCEL,
                PROJECT,
                "",
                null,
                null,
                null,
                Priority.LOW,
                null,
                Map.of(),
                null,
                targetCommandId,
                null,
                null));
    }

    public Asked high() {
        return with(Priority.HIGH, command.expiresAt(), command.prompt(), command.metadata());
    }

    public Asked low() {
        return with(Priority.LOW, command.expiresAt(), command.prompt(), command.metadata());
    }

    public Asked expiresAt(Instant expiresAt) {
        return with(command.priority(), expiresAt, command.prompt(), command.metadata());
    }

    public Asked notBefore(Instant notBefore) {
        return new Asked(new Command(
                command.type(),
                command.projectId(),
                command.prompt(),
                command.jobId(),
                command.createCommandId(),
                command.commandId(),
                command.priority(),
                command.expiresAt(),
                command.metadata(),
                notBefore,
                null,
                null,
                null));
    }

    public Asked prompt(String prompt) {
        return with(command.priority(), command.expiresAt(), prompt, command.metadata());
    }

    public Asked metadata(Map<String, String> metadata) {
        return with(command.priority(), command.expiresAt(), command.prompt(), metadata);
    }

    public Asked because(String reason) {
        return new Asked(new Command(
                command.type(),
                command.projectId(),
                "",
                null,
                null,
                command.commandId(),
                command.priority(),
                null,
                command.metadata(),
                null,
                command.cancelCommandId(),
                reason,
                null));
    }

    private Asked with(
            Priority priority,
            @org.jspecify.annotations.Nullable Instant expiresAt,
            String prompt,
            Map<String, String> metadata) {
        return new Asked(new Command(
                command.type(),
                command.projectId(),
                prompt,
                command.jobId(),
                command.createCommandId(),
                command.commandId(),
                priority,
                expiresAt,
                metadata,
                command.notBefore(),
                null,
                null,
                null));
    }
}
