package io.docsagent.worker.gateway.http;

import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.Answer.Unknown.Reason;
import io.docsagent.worker.message.GatewayRequest;
import io.docsagent.worker.message.JobSnapshot;
import java.time.InstantSource;
import java.util.Set;

/** What each reply of the service means. */
final class ReplyTable {

    private static final String WRONG_ADDRESS =
            "The answer was 404 without the service's error object: check docs-agent.api.base-url";

    private final Set<Integer> notTakenStatuses;
    private final InstantSource clock;

    ReplyTable(Set<Integer> notTakenStatuses, InstantSource clock) {
        this.notTakenStatuses = Set.copyOf(notTakenStatuses);
        this.clock = clock;
    }

    /** The outcome of a call that was answered. */
    Answer answer(GatewayRequest.Call call, Reply reply) {
        int status = reply.status();
        if (reply.isSuccess()) {
            return call.jobId() == null ? created(reply) : messaged(call.jobId(), reply);
        }
        if (notTakenStatuses.contains(status)) {
            return new Answer.NotTaken(
                    status,
                    "The service answered " + status
                            + ", which docs-agent.api.not-taken-statuses declares as not taken");
        }
        if (status == 404 && !reply.isServiceError()) {
            return new Answer.Redirected(status, WRONG_ADDRESS);
        }
        return switch (status) {
            case 401, 403 -> new Answer.Unauthorized(status, reply.message());
            case 408 -> new Answer.Unknown(Reason.TIMEOUT, status, reply.message());
            case 429 -> new Answer.Throttled(RetryAfterHeader.of(reply, clock));
            default ->
                switch (status / 100) {
                    case 3 ->
                        new Answer.Redirected(
                                status, "The service answered with a redirect: check docs-agent.api.base-url");
                    case 4 -> new Answer.Rejected(status, reply.message());
                    default -> new Answer.Unknown(Reason.SERVER_ERROR, status, reply.message());
                };
        };
    }

    private static Answer created(Reply reply) {
        JobSnapshot job = reply.job();
        return job == null
                ? new Answer.Unknown(
                        Reason.UNREADABLE,
                        reply.status(),
                        "The service answered " + reply.status() + " without a readable job id")
                : new Answer.Accepted(reply.status(), job);
    }

    /** A message's job is known, so an answer about any other one only shows that the message was accepted. */
    private static Answer messaged(String jobId, Reply reply) {
        JobSnapshot job = reply.job();
        return new Answer.Accepted(reply.status(), job != null && job.id().equals(jobId) ? job : null);
    }

    /** The result of a GET of a job. */
    JobLookup lookup(String jobId, Reply reply) {
        int status = reply.status();
        if (reply.isSuccess()) {
            JobSnapshot job = reply.job();
            return job != null && job.id().equals(jobId)
                    ? new JobLookup.Found(job)
                    : new JobLookup.Failed("The service answered " + status + " without this job", null);
        }
        if (status == 404) {
            // Three missing GETs end a job as lost; a wrong base URL must not.
            return reply.isServiceError() ? new JobLookup.Missing() : new JobLookup.Failed(WRONG_ADDRESS, null);
        }
        return status == 401 || status == 403 || status / 100 == 3
                ? new JobLookup.Refused(status)
                : new JobLookup.Failed(reply.message(), RetryAfterHeader.of(reply, clock));
    }
}
