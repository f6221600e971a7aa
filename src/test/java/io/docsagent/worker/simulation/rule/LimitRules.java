package io.docsagent.worker.simulation.rule;

import java.util.List;

/** What is stored and written is bounded, and what cannot be read is set aside. */
final class LimitRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "a bounded number of commands is remembered",
                    16,
                    Change.of(
                            "domain/session/Deduplication",
                            "return count < limits.max() || forgetEarly();",
                            "return true;")),
            Rule.of(
                    "what a partition remembers has a bounded number of bytes",
                    20,
                    Change.of(
                            "domain/session/Scope",
                            "return partition.stateBytes() >= policy.seen().maxStateBytesPerPartition();",
                            "return false;")),
            Rule.of(
                    "a record above the limit is refused",
                    2,
                    Change.of("ingress/DocumentReader", "if (value.length > maxBytes) {", "if (false) {")),
            Rule.of(
                    "a bounded number of jobs is known",
                    16,
                    Change.of(
                            "domain/session/Jobs",
                            "Timer oldest = isProjectFull() || scope.isStateFull() ? timers.next(Kind.JOB_FORGOTTEN) : null;",
                            "Timer oldest = null;")),
            Rule.of(
                    "a queue has a bounded number of commands",
                    11,
                    Change.of(
                            "domain/session/QueueRoom",
                            "return counts.waiting() >= limits.maxCommands()",
                            "return false")),
            Rule.of(
                    "a queue has a bounded number of bytes",
                    25,
                    Change.of("domain/session/QueueRoom", "if (bytes > limits.maxBytes()) {", "if (false) {")),
            Rule.of(
                    "a project with little queued has room however full its partition is",
                    13,
                    Change.of(
                            "domain/session/QueueRoom",
                            "boolean hasMany = counts.bytes() > 0 && bytes > limits.minBytes();",
                            "boolean hasMany = true;")),
            Rule.of(
                    "a partition has a bounded number of projects",
                    20,
                    Change.of("domain/rule/Admission", "if (session.lacksRoomForProject()) {", "if (false) {")),
            Rule.of(
                    "a task stops at a format that it does not know",
                    12,
                    Change.of("engine/EngineProcessor", """
                } catch (UnknownFormatException e) {
                            throw e;
                """, """
                } catch (UnknownFormatException e) {
                            decision = Decision.NOTHING;
                """)));

    private LimitRules() {}
}
