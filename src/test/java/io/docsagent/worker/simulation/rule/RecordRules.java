package io.docsagent.worker.simulation.rule;

import java.util.List;

/** The records of commands say what has become of them. */
final class RecordRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "the records of a job's commands change with it",
                    1_000_000,
                    Change.of(
                            "domain/session/Records",
                            "jobs.changes().values().forEach(job -> job.ifPresent(known -> touched.addAll(known.commandIds())));",
                            "")),
            Rule.of(
                    "the record of a command that is forgotten is deleted",
                    1_000_000,
                    Change.of("domain/session/Records", "} else if (was != null) {", "} else if (false) {")),
            Rule.of(
                    "the end of a command that is not remembered is on record",
                    1_000_000,
                    Change.of(
                            "domain/session/Records",
                            "outbox.publishState(commandId, end.written(now, event));\n            outbox.publishState(commandId, null);",
                            "outbox.publishState(commandId, null);")));

    private RecordRules() {}
}
