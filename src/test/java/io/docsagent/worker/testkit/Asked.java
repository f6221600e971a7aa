package io.docsagent.worker.testkit;

import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.contract.Coalesce.Mode;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.Command.Type;
import io.docsagent.worker.contract.Publisher;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
                null,
                null,
                targetCommandId,
                null,
                null,
                null,
                Publisher.DEFAULT));
    }

    public Asked high() {
        return with(Priority.HIGH, command.expiresAt(), command.metadata(), command.coalesce(), null);
    }

    public Asked low() {
        return with(Priority.LOW, command.expiresAt(), command.metadata(), command.coalesce(), null);
    }

    public Asked expiresAt(Instant expiresAt) {
        return with(command.priority(), expiresAt, command.metadata(), command.coalesce(), null);
    }

    public Asked notBefore(Instant notBefore) {
        return new Asked(command.with(command.prompt(), command.priority(), notBefore));
    }

    public Asked prompt(String prompt) {
        return new Asked(command.with(prompt, command.priority(), command.notBefore()));
    }

    public Asked metadata(Map<String, String> metadata) {
        return with(command.priority(), command.expiresAt(), metadata, command.coalesce(), null);
    }

    /** Takes the place of an earlier one of this key. */
    public Asked replacing(String key) {
        return with(command.priority(), command.expiresAt(), command.metadata(), new Coalesce(key, Mode.REPLACE), null);
    }

    /** Takes the place of an earlier one of this key, whose prompt stays. */
    public Asked appendedTo(String key) {
        return with(command.priority(), command.expiresAt(), command.metadata(), new Coalesce(key, Mode.APPEND), null);
    }

    /** As before, once no other one has come for so long. */
    public Asked quiet(Duration quiet, @Nullable Duration atMost) {
        Coalesce before = Objects.requireNonNull(command.coalesce());
        var after = new Coalesce(before.key(), before.mode(), quiet, atMost);
        return with(command.priority(), command.expiresAt(), command.metadata(), after, null);
    }

    /** A create that goes to the job with this key, where there is one. */
    public Asked continuing(String key) {
        return with(command.priority(), command.expiresAt(), command.metadata(), command.coalesce(), key, null);
    }

    /** A cancel, with its reason. */
    public Asked because(String reason) {
        return with(command.priority(), null, command.metadata(), null, reason);
    }

    /** Published to that publisher's topic. */
    public Asked by(String publisher) {
        return new Asked(command.publishedBy(publisher, Priority.HIGH));
    }

    /** As a CloudEvent, by whose source and id it is known, because it has no commandId. */
    public Asked cloudEvent(Command.Request request) {
        return new Asked(new Command(
                command.type(),
                command.projectId(),
                command.prompt(),
                command.jobId(),
                command.createCommandId(),
                null,
                command.priority(),
                command.expiresAt(),
                command.metadata(),
                command.notBefore(),
                command.coalesce(),
                command.continueKey(),
                null,
                null,
                null,
                request,
                command.publisher()));
    }

    private Asked with(
            Priority priority,
            @Nullable Instant expiresAt,
            Map<String, String> metadata,
            @Nullable Coalesce coalesce,
            @Nullable String reason) {
        return with(priority, expiresAt, metadata, coalesce, command.continueKey(), reason);
    }

    private Asked with(
            Priority priority,
            @Nullable Instant expiresAt,
            Map<String, String> metadata,
            @Nullable Coalesce coalesce,
            @Nullable String continueKey,
            @Nullable String reason) {
        return new Asked(new Command(
                command.type(),
                command.projectId(),
                command.prompt(),
                command.jobId(),
                command.createCommandId(),
                command.commandId(),
                priority,
                expiresAt,
                metadata,
                command.notBefore(),
                coalesce,
                continueKey,
                command.cancelCommandId(),
                reason,
                null,
                null,
                command.publisher()));
    }
}
