package io.docsagent.worker.domain.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A hold of all projects, those that appear later included: each is under it until it ends, or until an operator resumes
 * that one.
 *
 * <p>Stored: its components are part of the {@link io.docsagent.worker.wire.Format}.
 *
 * @param name that no other one has
 * @param by who asked for it
 * @param until when it ends by itself; null where it does not
 */
public record HoldOfAll(
        String name,
        String by,
        @Nullable String reason,
        Instant since,
        @Nullable Instant until) {

    /** Who holds all projects of a worker that was started with them held: its setting. */
    private static final String START = "docs-agent.dispatch.start-held";

    static HoldOfAll ofStart(String name, Instant now) {
        return new HoldOfAll(name, START, name, now, null);
    }

    boolean isOver(Instant now) {
        return until != null && !until.isAfter(now);
    }
}
