package io.docsagent.worker.simulation.rule;

import java.util.List;

/** What is stored and written is bounded, and what cannot be read is set aside. */
final class LimitRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "a bounded number of commands is remembered",
                    3,
                    Change.of(
                            "domain/session/Deduplication",
                            "if (!isProjectFull && !isPartitionFull) {",
                            "if (true) {")),
            Rule.of(
                    "a record above the limit is refused",
                    1,
                    Change.of("ingress/CommandReader", "if (value.length > maxBytes) {", "if (false) {")),
            Rule.of(
                    "a bounded number of jobs is known",
                    3,
                    Change.of(
                            "domain/session/Jobs",
                            "if (oldest != null && (isProjectFull() || isPartitionFull())) {",
                            "if (false) {")));

    private LimitRules() {}
}
