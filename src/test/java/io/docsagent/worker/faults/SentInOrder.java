package io.docsagent.worker.faults;

import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The commands of a job reach the service in the order in which they were published. */
record SentInOrder() implements EvidenceCheck {

    @Override
    public List<String> broken(Evidence evidence) {
        Map<String, List<JournalEntry>> posts = evidence.postsByCommand();
        Map<String, Instant> latest = new HashMap<>();
        List<String> broken = new ArrayList<>();
        for (Published command : evidence.published()) {
            if (!posts.containsKey(command.commandId())) {
                continue;
            }
            String conversation = command.createCommandId() == null ? command.commandId() : command.createCommandId();
            Instant at = Objects.requireNonNull(posts.get(command.commandId()))
                    .getLast()
                    .arrivedAt();
            Instant before = latest.put(conversation, at);
            if (before != null && at.isBefore(before)) {
                broken.add(command.commandId() + " overtook the command before it, of " + conversation);
            }
        }
        return broken;
    }
}
