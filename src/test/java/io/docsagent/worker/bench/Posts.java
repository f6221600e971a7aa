package io.docsagent.worker.bench;

import io.docsagent.worker.process.Waiting;
import io.docsagent.worker.sandbox.JournalEntry;
import io.docsagent.worker.sandbox.Sandbox;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** The POSTs that reached the service, found by the beginnings of their prompts. */
final class Posts {

    private final Sandbox sandbox;

    Posts(Sandbox sandbox) {
        this.sandbox = sandbox;
    }

    Instant arrivalOf(String commandId) {
        return of(commandId + "-").getFirst().arrivedAt();
    }

    /** When the last of so many arrived; nothing is counted twice, since the worker sends nothing twice. */
    Instant awaitLast(String round, int count) {
        Waiting.untilTrue(count + " POSTs of " + round, () -> {
            boolean seen = count <= of(round + "-").size();
            if (!seen) {
                Waiting.pause(Duration.ofMillis(80));
            }
            return seen;
        });
        return of(round + "-").stream()
                .map(JournalEntry::arrivedAt)
                .max(Instant::compareTo)
                .orElseThrow();
    }

    private List<JournalEntry> of(String beginning) {
        return sandbox.journal().entries().stream()
                .filter(JournalEntry::isPost)
                .filter(entry -> Objects.requireNonNullElse(entry.prompt(), "").startsWith(beginning))
                .toList();
    }
}
