package io.docsagent.worker.faults;

import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** At most the capacity of POSTs in any rolling period, by the service's clock, the refused ones counted as well. */
record WithinQuota(int capacity, Duration period) implements EvidenceCheck {

    @Override
    public List<String> broken(Evidence evidence) {
        return broken(evidence.posts());
    }

    List<String> broken(List<JournalEntry> posts) {
        Map<String, List<Instant>> uses = posts.stream()
                .collect(Collectors.groupingBy(
                        post -> String.valueOf(post.projectId()),
                        TreeMap::new,
                        Collectors.mapping(JournalEntry::handledAt, Collectors.toList())));
        List<String> broken = new ArrayList<>();
        uses.forEach((project, times) -> {
            List<Instant> inOrder = times.stream().sorted().toList();
            for (int i = capacity; i < inOrder.size(); i++) {
                Duration apart = Duration.between(inOrder.get(i - capacity), inOrder.get(i));
                if (apart.compareTo(period) < 0) {
                    broken.add("%s: use %d came %s after use %d".formatted(project, i, apart, i - capacity));
                }
            }
        });
        return broken;
    }
}
