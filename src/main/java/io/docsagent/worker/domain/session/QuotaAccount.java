package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.policy.Policy.QuotaLimit;
import io.docsagent.worker.domain.quota.Quota;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Owns a project's uses of the quota during a decision. */
public final class QuotaAccount {

    private final QuotaLimit limit;
    private final Instant now;
    private Quota quota;

    QuotaAccount(Project project, Scope scope) {
        this.limit = scope.policy().quota();
        this.now = scope.now();
        this.quota = project.quota();
    }

    public boolean hasToken() {
        return quota.available(limit, now) > 0;
    }

    /** Takes a token for a call that is about to be made. */
    public void spend() {
        quota = quota.spend(limit, now);
    }

    /** A call has ended: its use is over. */
    public void over() {
        quota = quota.over(limit, now);
    }

    /** A call was never sent: its token comes back at once. */
    public void giveBack() {
        quota = quota.giveBack(limit, now);
    }

    /** The outcome of the call is unknown: the service may take it until the deadline and the straggler time. */
    public void unknown(QueuedCommand called) {
        quota = quota.unknown(called.callId(), called.inFlight().deadline());
    }

    /** A call of unknown outcome was answered after all. */
    public void resolved(String callId) {
        quota = quota.resolved(callId, limit, now);
    }

    /** A call of unknown outcome was never sent. */
    public void freed(String callId) {
        quota = quota.freed(callId, limit, now);
    }

    /** Until when the service may still take a call of unknown outcome; null where that is over, or it was answered. */
    @Nullable
    public Instant mayBeTakenUntil(String callId) {
        Instant deadline = quota.unanswered().get(callId);
        return deadline == null ? null : deadline.plus(limit.straggler());
    }

    /** When the next token is there, if every use in flight were over now. */
    public Instant nextToken() {
        return quota.tokenAt(1, limit, now);
    }

    /** When a token is there by time alone; null where an outcome must come first. */
    @Nullable
    public Instant nextReturn() {
        return hasToken() ? now : quota.nextReturn(limit, now);
    }

    Quota quota() {
        return quota;
    }
}
