package io.docsagent.worker.faults;

import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * At most as many POSTs for a publisher's commands as its budget allows, in each project and in any rolling period, by
 * the service's clock. Those that had no access are not among them: the sandbox does not keep whose they were.
 */
record WithinBudget(String publisher, int maxUses, Duration period) implements EvidenceCheck {

    @Override
    public List<String> broken(Evidence evidence) {
        Set<String> commands = evidence.published().stream()
                .filter(command -> command.publisher().equals(publisher))
                .map(Published::commandId)
                .collect(Collectors.toSet());
        List<JournalEntry> posts = evidence.posts().stream()
                .filter(post -> commands.contains(Evidence.commandOf(post)))
                .toList();
        return new WithinQuota(maxUses, period)
                .broken(posts).stream()
                        .map(tooMany -> "of publisher " + publisher + ", " + tooMany)
                        .toList();
    }
}
