package io.docsagent.worker.client;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.StatusEvent.Reason;
import org.jspecify.annotations.Nullable;

/** How a command has ended. */
public enum Outcome {
    /** Its job is completed, and there is a pull request. */
    PULL_REQUEST,
    /** Its job is completed without a pull request: nothing had to be changed, or its link comes later. */
    NO_CHANGES,
    /** Its job failed. */
    FAILED,
    /** Its job was archived. */
    ARCHIVED,
    /** Its job exists but is no longer followed: see the reason. */
    NOT_FOLLOWED,
    /** It never became a job. */
    REJECTED,
    /** It was not sent by its {@code expiresAt}. */
    EXPIRED,
    /** A later command with its key replaced it. */
    SUPERSEDED,
    /** It was cancelled. */
    CANCELLED,
    /** It was sent, but whether the service took it is unknown; an operator may resolve it. */
    UNKNOWN;

    /** How the command of this record has ended; null while it has not. */
    static @Nullable Outcome of(CommandRecord command) {
        return switch (command.state()) {
            case QUEUED, SENT -> null;
            case ACCEPTED -> ofJob(command.status(), command.prLink(), command.reason());
            case REJECTED -> REJECTED;
            case EXPIRED -> EXPIRED;
            case UNKNOWN -> UNKNOWN;
            case SUPERSEDED -> SUPERSEDED;
            case CANCELLED -> CANCELLED;
        };
    }

    private static @Nullable Outcome ofJob(@Nullable String status, @Nullable String prLink, @Nullable Reason reason) {
        return switch (String.valueOf(status)) {
            case "completed" -> prLink == null ? NO_CHANGES : PULL_REQUEST;
            case "failed" -> FAILED;
            case "archived" -> ARCHIVED;
            default -> reason == null ? null : NOT_FOLLOWED;
        };
    }
}
