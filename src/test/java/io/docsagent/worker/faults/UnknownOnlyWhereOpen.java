package io.docsagent.worker.faults;

import io.docsagent.worker.sandbox.api.ServiceOperation;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A command is unknown only where the service's answer was ambiguous or its call was open at an outage.
 *
 * @param open the longest that a call is open, from its commit to its outcome in the log
 * @param notAfter the longest from the decision to make a call to its commit
 */
record UnknownOnlyWhereOpen(Duration open, Duration notAfter) implements EvidenceCheck {

    @Override
    public List<String> broken(Evidence evidence) {
        Map<String, List<JournalEntry>> posts = evidence.postsByCommand();
        List<String> broken = new ArrayList<>();
        Map<String, Instant> decided = evidence.decided().get();
        for (Map.Entry<String, Set<String>> end : evidence.ends().entrySet()) {
            if (!end.getValue().contains("unknown")) {
                continue;
            }
            JournalEntry post = posts.containsKey(end.getKey())
                    ? Objects.requireNonNull(posts.get(end.getKey())).getLast()
                    : null;
            Instant at = decided.get(end.getKey());
            if (post == null) {
                if (at == null || !mayBeCommittedAndUnsent(evidence, at)) {
                    broken.add(end.getKey() + " is unknown although no outage met its call, decided at " + at
                            + "; the service never saw it");
                }
            } else if (!isAmbiguous(post) && !wasOpen(evidence, post, at)) {
                broken.add(end.getKey() + " is unknown although its POST was answered, decided at " + at + ": " + post);
            }
        }
        return broken;
    }

    private static boolean isAmbiguous(JournalEntry post) {
        Integer status = post.status();
        return status == null || status == 408 || status >= 500 || isUnreadable(post);
    }

    /** The service answers a create with 201; a fault that spoils the body answers 200. */
    private static boolean isUnreadable(JournalEntry post) {
        return post.jobId() != null
                && Integer.valueOf(200).equals(post.status())
                && post.operation() == ServiceOperation.CREATE;
    }

    /**
     * From its decision to its outcome: a worker that is frozen between its last check and the first byte sends the
     * call when it goes on.
     */
    private boolean wasOpen(Evidence evidence, JournalEntry post, @Nullable Instant decided) {
        Instant opened = decided == null || decided.isAfter(post.arrivedAt()) ? post.arrivedAt() : decided;
        return evidence.outages().stream()
                .anyMatch(outage -> opened.isBefore(outage.to())
                        && post.arrivedAt().isAfter(outage.from().minus(open)));
    }

    /** A commit may reach the broker, and its answer be lost, until the outage's last requests have timed out. */
    private boolean mayBeCommittedAndUnsent(Evidence evidence, Instant decided) {
        return evidence.outages().stream()
                .anyMatch(outage -> decided.isBefore(outage.to().plus(open))
                        && decided.isAfter(outage.from().minus(notAfter)));
    }
}
