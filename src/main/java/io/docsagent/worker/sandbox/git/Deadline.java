package io.docsagent.worker.sandbox.git;

import java.io.IOException;
import java.time.Duration;

/** The time by which the work on a prompt must be done. */
public final class Deadline {

    private final long end;

    private Deadline(long end) {
        this.end = end;
    }

    public static Deadline in(Duration limit) {
        return new Deadline(System.nanoTime() + limit.toNanos());
    }

    void check() throws IOException {
        if (System.nanoTime() - end > 0) {
            throw new IOException("the prompt took longer than docs-agent.sandbox.agent.time-limit allows");
        }
    }
}
