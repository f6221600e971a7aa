package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Policy.QuotaLimit;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Owns a project's uses of the quota during a decision. */
final class QuotaAccount {

    private final QuotaLimit limit;
    private final Instant now;
    private Quota quota;

    QuotaAccount(Project project, Scope scope) {
        this.limit = scope.policy().quota();
        this.now = scope.now();
        this.quota = project.quota();
    }

    boolean hasToken() {
        return quota.available(limit, now) > 0;
    }

    /** Takes a token for a call that is about to be made. */
    void spend() {
        quota = quota.spend(limit, now);
    }

    /** A call has ended: its use is over. */
    void over() {
        quota = quota.over(limit, now);
    }

    /** A call was never sent: its token comes back at once. */
    void giveBack() {
        quota = quota.giveBack(limit, now);
    }

    /** The outcome of the call is unknown: the service may take it until the deadline and the straggler time. */
    void unknown(QueuedCommand called) {
        quota = quota.unknown(called.callId(), called.inFlight().deadline());
    }

    /** A call of unknown outcome was answered after all. */
    void resolved(String callId) {
        quota = quota.resolved(callId, limit, now);
    }

    /** A call of unknown outcome was never sent. */
    void freed(String callId) {
        quota = quota.freed(callId, limit, now);
    }

    /** When the next token is there, if every use in flight were over now. */
    Instant nextToken() {
        return quota.tokenAt(1, limit, now);
    }

    /** When a token is there by time alone; null where an outcome must come first. */
    @Nullable
    Instant nextReturn() {
        return hasToken() ? now : quota.nextReturn(limit, now);
    }

    Quota quota() {
        return quota;
    }
}
