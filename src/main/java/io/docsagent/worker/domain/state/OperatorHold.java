package io.docsagent.worker.domain.state;

import io.docsagent.worker.contract.Operation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operator's hold of a project, next to the {@link Hold} that the service's answers lead to; or of all projects, those
 * that appear later included: each is under it until it ends, or until an operator resumes that one.
 *
 * <p>Stored: its components are part of the {@link io.docsagent.worker.wire.Format}.
 *
 * @param by who asked for it
 * @param until when it ends by itself; null where it does not
 * @param ofAll the name of the hold of all projects that it is, or is part of, which no other one has; null where one
 *     project alone is held
 */
public record OperatorHold(
        String by,
        @Nullable String reason,
        Instant since,
        @Nullable Instant until,
        @Nullable String ofAll) {

    /** Who holds all projects of a worker that was started with them held: its setting. */
    private static final String START = "docs-agent.dispatch.start-held";

    /** Of this project alone. */
    public OperatorHold(String by, @Nullable String reason, Instant since, @Nullable Instant until) {
        this(by, reason, since, until, null);
    }

    public static OperatorHold of(Operation operation, Operation.Hold hold, Instant now) {
        return new OperatorHold(operation.by(), operation.reason(), now, hold.until());
    }

    /** Of all projects. */
    static OperatorHold ofStart(String name, Instant now) {
        return new OperatorHold(START, name, now, null, name);
    }

    /** Who asked for it and why, as events write it. */
    public String cause() {
        return reason == null ? by : by + ": " + reason;
    }

    /** Whether it has ended by itself. */
    public boolean isOver(Instant now) {
        return until != null && !until.isAfter(now);
    }

    /** Whether it is part of a hold of all projects, and not of this one. */
    public boolean isOfAllBut(@Nullable OperatorHold all) {
        return ofAll != null && (all == null || !ofAll.equals(all.ofAll));
    }
}
