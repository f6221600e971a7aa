package io.docsagent.worker.simulation.rule;

import java.util.List;

/** What becomes of a job is reported. */
final class JobRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "a job that does not end is given up",
                    1,
                    Change.of(
                            "domain/session/Jobs",
                            "end(job, job, Type.JOB_STALLED, new Reason(\"stalled\", message, null));",
                            "")),
            Rule.of(
                    "a completed job is looked at for its pull request",
                    1,
                    Change.of(
                            "domain/session/Jobs",
                            "return linkMayCome && !(soFar instanceof Lingering)",
                            "return false && linkMayCome && !(soFar instanceof Lingering)")),
            Rule.of(
                    "a new owner follows the jobs that run",
                    2,
                    Change.of("engine/PartitionState", "if (watched != null) {", "if (false) {")),
            Rule.of(
                    "a job that the service does not know is lost",
                    2,
                    Change.of(
                            "poller/FollowedJob",
                            "private static final int MISSES_TO_BE_LOST = 3;",
                            "private static final int MISSES_TO_BE_LOST = 1_000_000;")),
            Rule.of(
                    "an unknown status is reported as a change",
                    1,
                    Change.of(
                            "domain/session/Snapshots",
                            "default -> Type.JOB_UPDATED;",
                            "default -> Type.JOB_COMPLETED;")),
            Rule.of(
                    "an observation that could not be appended is reported again",
                    6,
                    Change.of("poller/FollowedJob", """
                } else {
                    lastReport = null;
                }
                """, "}")),
            Rule.of(
                    "an unchanged poll writes nothing",
                    1,
                    Change.of("poller/FollowedJob", "return differs(seen) && isNews(observation, now)", "return true")),
            Rule.of(
                    "a 404 that is not of the service does not lose a job",
                    12,
                    Change.of(
                            "gateway/http/ReplyTable",
                            "return reply.isServiceError() ? new JobLookup.Missing() : new JobLookup.Failed(notTheService(status), null);",
                            "return new JobLookup.Missing();")),
            Rule.of(
                    "the answer to a GET from before a restart of the job says nothing",
                    2,
                    Change.of("poller/Schedule", "if (get.jobEpoch() == followed.epoch) {", "if (true) {")),
            Rule.of(
                    "an answer to a GET from before a message says nothing",
                    2,
                    Change.of("domain/rule/Observation", "|| observation.generation() != job.generation()", ""),
                    Change.of("poller/Schedule", "if (get.jobEpoch() == followed.epoch) {", "if (true) {")),
            Rule.of(
                    "an ended job stays ended within its generation",
                    53,
                    Change.of(
                            "domain/rule/Observation",
                            "if (job.following() instanceof Lingering lingering && !lingering.mayRevive()) {",
                            "if (false) {")),
            Rule.of(
                    "an older observation is ignored",
                    635,
                    Change.of(
                            "domain/rule/Observation",
                            "return observation.getBeganAt().isBefore(job.observedAt())",
                            "return false && observation.getBeganAt().isBefore(job.observedAt())")));

    private JobRules() {}
}
