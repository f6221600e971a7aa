package io.docsagent.worker.domain.state;

import java.util.Locale;

/** Why a command that waits is not sent, in the words of the contract: events, records, metrics and endpoints. */
public enum WaitReason {
    QUOTA,
    THROTTLED,
    UNAUTHORIZED,
    UNREACHABLE,
    BEHIND_JOB,
    /** For its {@code notBefore}. */
    SCHEDULED,
    /** For its quiet period. */
    QUIET,
    /** For a use that its publisher's budget allows. */
    BUDGET,
    /** For another job of its project to end. */
    ACTIVE_JOBS,
    /** For a pull request of its project to be merged or closed. */
    OPEN_PULL_REQUESTS,
    /** An operator holds its project. */
    OPERATOR,
    /** For a free place among the project's calls in flight; only endpoints show it. */
    IN_FLIGHT_LIMIT,
    /** A cancel, for the command that it is to cancel; only endpoints show it. */
    COMMAND;

    /** As others read it. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static WaitReason of(Hold.Reason reason) {
        return switch (reason) {
            case THROTTLED -> THROTTLED;
            // The contract has no reasons for these; UNREACHABLE is the nearest, and the event project.held has given
            // the real one.
            case UNREACHABLE, FAILING, INTERNAL_ERROR -> UNREACHABLE;
            case UNAUTHORIZED, MISCONFIGURED, PAYMENT_REQUIRED -> UNAUTHORIZED;
        };
    }
}
