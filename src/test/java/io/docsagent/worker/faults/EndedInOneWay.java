package io.docsagent.worker.faults;

import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Each command ends as one job, rejected, expired, cancelled, superseded or unknown; only a job may follow, and resolve,
 * an unknown.
 */
record EndedInOneWay() implements EvidenceCheck {

    private static final Set<String> NOT_TAKEN = Set.of("rejected", "expired", "cancelled", "superseded");

    private static final Set<Set<String>> ALLOWED = Set.of(
            Set.of("job"),
            Set.of("rejected"),
            Set.of("expired"),
            Set.of("cancelled"),
            Set.of("superseded"),
            Set.of("unknown"),
            Set.of("job", "unknown"));

    @Override
    public List<String> broken(Evidence evidence) {
        List<String> broken = new ArrayList<>();
        Map<String, Set<String>> ends = evidence.ends();
        ends.forEach((command, how) -> {
            if (!ALLOWED.contains(how)) {
                broken.add(command + " ended as " + how);
            }
        });
        evidence.withdrawn().stream()
                .filter(command -> ends.containsKey(command.commandId()))
                .forEach(command -> broken.add(command.commandId() + " ended but was never published"));
        toldTwice(evidence, broken);
        contradicted(evidence, ends, broken);
        return broken;
    }

    private static void toldTwice(Evidence evidence, List<String> broken) {
        Map<String, Integer> announced = new HashMap<>();
        Map<String, Set<String>> jobs = new HashMap<>();
        for (Event event : evidence.events()) {
            if (event.commandId() == null || event.end() == null) {
                continue;
            }
            if (event.isOfJob()) {
                jobs.computeIfAbsent(event.commandId(), command -> new HashSet<>())
                        .add(String.valueOf(event.jobId()));
            } else if (announced.merge(event.commandId(), 1, Integer::sum) > 1) {
                broken.add(event.commandId() + " was reported to have ended more than once");
            }
        }
        jobs.forEach((command, ids) -> {
            if (ids.size() > 1) {
                broken.add(command + " ended as several jobs: " + ids);
            }
        });
    }

    /** What the service took and answered in full may not end as if it had not been sent. */
    private static void contradicted(Evidence evidence, Map<String, Set<String>> ends, List<String> broken) {
        evidence.postsByCommand().forEach((command, posts) -> {
            JournalEntry last = posts.getLast();
            Set<String> how = ends.getOrDefault(command, Set.of());
            boolean taken = last.status() != null && last.status() < 300;
            if (taken && how.stream().anyMatch(NOT_TAKEN::contains)) {
                broken.add(command + " ended as " + how + " although the service took it: " + last);
            }
        });
    }
}
