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
        return of(Type.CREATE, null, null, commandId);
    }

    /** A message to a job. */
    public static Asked message(String commandId, String jobId) {
        return of(Type.MESSAGE, jobId, null, commandId);
    }

    /** A message to the job of a create. */
    public static Asked follow(String commandId, String createCommandId) {
        return of(Type.MESSAGE, null, createCommandId, commandId);
    }

    private static Asked of(Type type, @Nullable String jobId, @Nullable String createCommandId, String commandId) {
        return new Asked(new Command(
                type,
                PROJECT,
                "prompt of " + commandId,
                jobId,
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
        return with("priority", Priority.HIGH);
    }

    public Asked low() {
        return with("priority", Priority.LOW);
    }

    public Asked expiresAt(Instant expiresAt) {
        return with("expiresAt", expiresAt);
    }

    public Asked notBefore(Instant notBefore) {
        return with("notBefore", notBefore);
    }

    public Asked prompt(String prompt) {
        return with("prompt", prompt);
    }

    public Asked metadata(Map<String, String> metadata) {
        return with("metadata", metadata);
    }

    /** Takes the place of an earlier one of this key. */
    public Asked replacing(String key) {
        return with("coalesce", new Coalesce(key, Mode.REPLACE));
    }

    /** Takes the place of an earlier one of this key, whose prompt stays. */
    public Asked appendedTo(String key) {
        return with("coalesce", new Coalesce(key, Mode.APPEND));
    }

    /** As before, once no other one has come for so long. */
    public Asked quiet(Duration quiet, @Nullable Duration atMost) {
        Coalesce before = Objects.requireNonNull(command.coalesce());
        return with("coalesce", new Coalesce(before.key(), before.mode(), quiet, atMost));
    }

    /** A create that goes to the job with this key, where there is one. */
    public Asked continuing(String key) {
        return with("continueKey", key);
    }

    /** A cancel, with its reason. */
    public Asked because(String reason) {
        return with("reason", reason);
    }

    /** Published to that publisher's topic. */
    public Asked by(String publisher) {
        return new Asked(command.publishedBy(publisher, Priority.HIGH));
    }

    /** Known by something else than a commandId. */
    public Asked withoutId() {
        return with("commandId", null);
    }

    /** As a CloudEvent, by whose source and id it is known, because it has no commandId. */
    public Asked cloudEvent(Command.Request request) {
        return withoutId().with("request", request);
    }

    private Asked with(String field, @Nullable Object value) {
        return new Asked(Records.with(command, field, value));
    }
}
