package io.docsagent.worker.simulation.rule;

import java.util.List;

/**
 * One or two rules for each kind of promise that the simulation checks. What else a changed line may break is for
 * mutation testing to say, which quotes no code.
 */
final class Rules {

    static final List<Rule> ALL = List.of(
            // A call is sent once at most, and only while it may be.
            new Rule(
                    "a call is sent only after the commit of its offset was confirmed",
                    5,
                    "gateway/call/CallListener",
                    "if (!commit(consumer, records.subList(done, end))) {",
                    "if (!commit(consumer, records.subList(done, end)) && false) {"),
            new Rule(
                    "calls of a partition without a committed offset are skipped",
                    2,
                    "gateway/call/CallPositions",
                    "lost.put(partition, end);",
                    "lost.put(partition, begins.get(partition));"),
            new Rule(
                    "a command of unknown outcome is not sent again",
                    2,
                    "engine/Policies",
                    "delivery == Delivery.AT_LEAST_ONCE ? attempts : 1",
                    "attempts"),
            new Rule(
                    "an instance whose clock is off does not send",
                    3,
                    "clock/ClockSkew",
                    "return !leaders.isEmpty() && leaders.values().stream().allMatch(leader -> worst(leader, wall) <= most);",
                    "return true;"),
            new Rule(
                    "a repetition is ignored",
                    1,
                    "domain/rule/Repetition",
                    "if (!seen.contentHash().equals(arrived.contentHash())) {",
                    "if (true) {"),
            new Rule(
                    "an input that was applied is skipped",
                    20,
                    "domain/Decider",
                    "if (known != null && known.applied().includes(position)) {",
                    "if (false) {"),

            // An answer means what it proves, and no more.
            new Rule(
                    "after a 5xx the outcome is unknown",
                    2,
                    "gateway/http/ReplyTable",
                    "default -> new Answer.Unknown(Reason.SERVER_ERROR, status, reply.message());",
                    "default -> new Answer.NotTaken(status, reply.message());"),
            new Rule(
                    "a refused key holds its project",
                    1,
                    "domain/session/HoldCause",
                    "case Answer.Unauthorized refused -> of(Hold.Reason.UNAUTHORIZED, refused.message(), answer);",
                    "case Answer.Unauthorized refused -> Optional.empty();"),
            new Rule(
                    "the key never leaves",
                    3,
                    "gateway/http/ReplyBody",
                    "case StringNode text -> StringNode.valueOf(redaction.apply(text.stringValue()));",
                    "case StringNode text -> text;"),

            // Uses come back only when the service cannot count them any more.
            new Rule(
                    "a use comes back only a margin after its period",
                    9,
                    "domain/policy/Policy",
                    "return period.plus(margin);",
                    "return period;"),
            new Rule(
                    "a call of unknown outcome keeps its use for the straggler time",
                    107,
                    "engine/Policies",
                    "or(own.straggler(), base.straggler()),",
                    "Duration.ZERO,"),
            new Rule(
                    "a publisher has no more uses than its budget",
                    2_000_003,
                    "domain/quota/Allowance",
                    "return all.hasAny() && (budget == null || budget.hasAny());",
                    "return all.hasAny();"),

            // Commands of a job go in the order of publication.
            new Rule(
                    "a job has one POST in flight",
                    3,
                    "domain/index/Lane",
                    "if (busy || waiting.isEmpty() || waitsForCreate()) {",
                    "if (waiting.isEmpty() || waitsForCreate()) {"),
            new Rule(
                    "a higher priority goes first",
                    1,
                    "domain/index/Candidate",
                    "Comparator.comparingLong(Candidate::promoted).thenComparing(Candidate::priority);",
                    "Comparator.comparingLong(Candidate::promoted);"),

            // What waits is delayed and withdrawn.
            new Rule(
                    "a command is not sent before its time",
                    1_000_000,
                    "domain/state/QueuedCommand",
                    "return later(later(arrivedAt, command.notBefore()), quietUntil);",
                    "return later(arrivedAt, quietUntil);"),
            new Rule(
                    "what is in flight is not cancelled",
                    1_000_024,
                    "domain/rule/Cancellation",
                    "} else if (!(known instanceof QueuedCommand queued) || queued.call() != null) {",
                    "} else if (!(known instanceof QueuedCommand queued)) {"),
            new Rule(
                    "nothing is sent for a project that an operator holds",
                    3_000_001,
                    "domain/session/Holds",
                    "if (operators.isHeld()) { return false; }",
                    ""),
            new Rule(
                    "an operation is done once",
                    3_000_001,
                    "domain/session/Deduplication",
                    "if (hasOperated(identity)) { return false; }",
                    ""),

            // A job goes on with the creates of its key, and takes each once.
            new Rule(
                    "a released key continues no job",
                    1_000_000_007,
                    "domain/session/Continuations",
                    "jobIsGone(jobId); had = true;",
                    "had = true;"),
            new Rule(
                    "a job whose pull request was merged or closed is not continued",
                    1_000_000_002,
                    "domain/state/Job",
                    "JobFollowing.Proposed) && (pullRequest == null || pullRequest.isOpen());",
                    "JobFollowing.Proposed);"),
            new Rule(
                    "no job is started while too many pull requests are open",
                    1_000_000_002,
                    "domain/session/JobRoom",
                    "return lack != null || start != Start.NEW_JOB",
                    "return lack != null || start != null"),
            new Rule(
                    "the requests of a command have one name",
                    1_000_000_016,
                    "gateway/http/IdempotencyKey",
                    "call.admittedCommand(),",
                    "call.callId(),"),

            // What becomes of a job is reported, once and in sequence.
            new Rule(
                    "a new owner follows the jobs that run",
                    2,
                    "engine/PartitionState",
                    "if (watched != null) {",
                    "if (false) {"),
            new Rule(
                    "an older observation is ignored",
                    635,
                    "domain/rule/Observation",
                    "|| observation.getBeganAt().isBefore(job.observedAt())",
                    "|| false && observation.getBeganAt().isBefore(job.observedAt())"),
            new Rule(
                    "an older report of a pull request is ignored",
                    1_000_000_006,
                    "domain/rule/PullRequestReport",
                    "if (before != null && !report.at().isAfter(before.at())) {",
                    "if (false) {"),
            new Rule(
                    "the events of a job are numbered",
                    1,
                    "domain/rule/Observation",
                    "next = next.withNextSequence();",
                    ""),
            new Rule(
                    "the record of a command that is forgotten is deleted",
                    1_000_000,
                    "domain/session/Records",
                    "} else if (before != null) {",
                    "} else if (false) {"),

            // Time passes, and what is stored is bounded.
            new Rule(
                    "the time of a decision never goes back",
                    434,
                    "domain/session/ProjectSession",
                    ": project.applied().at();",
                    ": position.appendedAt();"),
            new Rule(
                    "a queue has a bounded number of commands",
                    11,
                    "domain/session/QueueRoom",
                    "return counts.waiting() >= limits.maxCommands()",
                    "return false"),
            new Rule(
                    "a project with little queued has room however full its partition is",
                    13,
                    "domain/session/QueueRoom",
                    "boolean hasMany = counts.bytes() > 0 && bytes > limits.minBytes();",
                    "boolean hasMany = true;"));

    private Rules() {}
}
