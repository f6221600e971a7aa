package io.docsagent.worker.simulation.rule;

import java.util.List;

/** Events are written once and in sequence. */
final class EventRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "the events of a job are numbered",
                    1,
                    Change.of("domain/rule/Observation", "next = next.withNextSequence();", "")),
            Rule.of(
                    "each event has an id of its own",
                    1,
                    Change.of("domain/session/Outbox", "+ events++;", "+ events;")));

    private EventRules() {}
}
