package io.docsagent.worker.simulation.rule;

import java.util.List;

/** Time passes for everything that waits, and nothing is kept for ever. */
final class TimeRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "a project is woken at its next moment",
                    1,
                    Change.of(
                            "engine/EngineProcessor",
                            "dependencies.alarms().set(partition, projectId, next, atLeast(input, position, next));",
                            "")),
            Rule.of(
                    "a wake-up that could not be appended is repeated",
                    2,
                    Change.of("engine/LogAlarms", "schedule(BEFORE_RETRY);", "")),
            Rule.of(
                    "a new owner wakes its projects",
                    2,
                    Change.of("engine/EngineProcessor", "state.eachProject(this::resume);", "")),
            Rule.of(
                    "ended jobs are forgotten after their retention",
                    1,
                    Change.of(
                            "domain/rule/WakeUp",
                            "case JOB_FORGOTTEN -> session.jobs().retentionEnds(due.key());",
                            "case JOB_FORGOTTEN -> {}")),
            Rule.of(
                    "ended commands are forgotten after their retention",
                    1,
                    Change.of(
                            "domain/rule/WakeUp",
                            "case UNSENT_FORGOTTEN, SENT_FORGOTTEN -> session.dedup().forget(due.key());",
                            "case UNSENT_FORGOTTEN, SENT_FORGOTTEN -> {}")),
            Rule.of(
                    "the time of a decision never goes back",
                    434,
                    Change.of(
                            "domain/session/ProjectSession", ": project.applied().at();", ": position.appendedAt();")),
            Rule.of(
                    "a waiting command ends at its expiry",
                    1,
                    Change.of("domain/rule/WakeUp", "if (expired != null) {", "if (false) {")));

    private TimeRules() {}
}
