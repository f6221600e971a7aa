package io.docsagent.worker.domain.state;

import io.docsagent.worker.domain.policy.Policy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Why a waiting command waits, and when it is likely to be sent. */
public final class Estimate {

    private Estimate() {}

    /**
     * Why the command at a position waits: for an operator, a hold or the quota; null where it waits for none.
     *
     * @param position 1 is next
     */
    public static @Nullable WaitReason reason(Project project, Policy policy, int position, Instant now) {
        boolean hasToken =
                !project.quota().tokenAt(position, policy.quota(), now).isAfter(now);
        return reason(project, hasToken ? null : WaitReason.QUOTA);
    }

    /** @param withoutHold why it waits where the project is not held; null where it does not */
    public static @Nullable WaitReason reason(Project project, @Nullable WaitReason withoutHold) {
        if (project.operatorHold() != null) {
            return WaitReason.OPERATOR;
        }
        return switch (project.hold()) {
            case Hold.Held held -> WaitReason.of(held.reason());
            case Hold.Probing probing -> WaitReason.of(probing.reason());
            case Hold.Flowing flowing -> withoutHold;
        };
    }

    /**
     * When the command at a position is likely to be sent, if the calls before it are; null where that depends on an
     * operator, or on what the next probe finds: after a 429, too, since the estimate rests on the worker's own count of
     * uses, which the service has just denied.
     */
    public static @Nullable Instant dispatchAt(Project project, Policy policy, int position, Instant now) {
        return dispatchAt(project, project.quota().tokenAt(position, policy.quota(), now), now);
    }

    /** @param token when the command is likely to get one */
    public static @Nullable Instant dispatchAt(Project project, Instant token, Instant now) {
        if (!(project.hold() instanceof Hold.Flowing)) {
            return null;
        }
        OperatorHold held = project.operatorHold();
        Instant open = held == null ? now : held.until();
        return open == null ? null : later(token, open);
    }

    /** Tokens that may be spent now. */
    public static long available(Project project, Policy policy, Instant now) {
        return project.quota().available(policy.quota(), now);
    }

    /** When the next token is available. */
    public static Instant nextToken(Project project, Policy policy, Instant now) {
        return project.quota().tokenAt(1, policy.quota(), now);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
