package io.docsagent.worker.simulation.rule;

import java.util.List;

/** Commands of a job go in the order of publication, and messages wait for their create. */
final class OrderRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "the messages that waited for a create follow its job",
                    1,
                    Change.of(
                            "domain/rule/Followers",
                            "return move(session, follower, follower.toJob(accepted.jobId()));",
                            "return false;")),
            Rule.of(
                    "the messages that waited for a create are rejected with it",
                    2,
                    Change.of("domain/rule/Followers", """
                Ending.rejected(session, follower, Ending.CREATE_FAILED);
                return true;
                """, "return false;")),
            Rule.of(
                    "a message to a create that failed is rejected",
                    2,
                    Change.of(
                            "domain/rule/Admission",
                            "case DedupEntry.NotTaken ended -> Ending.CREATE_FAILED;",
                            "case DedupEntry.NotTaken ended -> null;")),
            Rule.of(
                    "a job has one POST under way",
                    3,
                    Change.of("domain/index/Lane", "if (busy || isEmpty()) {", "if (isEmpty()) {")),
            Rule.of("a command is put back at its place", 13, Change.of("domain/session/CommandQueue", """
                changedCalls().remove(called.callId());
                QueuedCommand waiting = called.with(null);
                put(waiting);
                index.putBack(waiting);
                count(waiting, 1);
                return waiting;
                """, """
                remove(called);
                QueuedCommand waiting = new QueuedCommand(nextSequence(), called.command(), called.identity(), called.admission(),
                        called.lane(), called.jobId(), called.arrivedAt(), called.attempts(), called.refusals(),
                        called.createWaitUntil(), called.first(), called.place(), null);
                enter(waiting);
                return waiting;
                """)),
            Rule.of(
                    "a message waits for its create for a while only",
                    3,
                    Change.of("domain/rule/WakeUp", "else if (waiting != null) {", "else if (false) {")),
            Rule.of(
                    "a message waits for its create",
                    2,
                    Change.of(
                            "domain/index/Lane",
                            "boolean waitsForCreate = positions[from] >= BEHIND_CREATE && !LaneId.isOfJob(id);",
                            "boolean waitsForCreate = false;")),
            Rule.of(
                    "the wait for a create ends when it arrives",
                    19,
                    Change.of("domain/session/CommandQueue", "endWaitFor(command);", ""),
                    Change.of("domain/rule/WakeUp", "session.queue().isBehindCreate(waiting)", "false")),
            Rule.of(
                    "a higher priority goes first",
                    1,
                    Change.of(
                            "domain/index/Lane",
                            "return byPriority != 0 ? byPriority : BY_TIME.compare(this, other);",
                            "return BY_TIME.compare(this, other);")),
            Rule.of(
                    "the first of a job inherits the priority behind it",
                    5,
                    Change.of("domain/index/Lane", "if (high > 0) {", "if (high > 0 && size() == high) {")));

    private OrderRules() {}
}
