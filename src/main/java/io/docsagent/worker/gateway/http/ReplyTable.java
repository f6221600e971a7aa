package io.docsagent.worker.gateway.http;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.settings.ApiSettings;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Answer.Unknown.Reason;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What each reply of the service means. */
final class ReplyTable {

    private final Set<Integer> notTakenStatuses;
    private final Set<Integer> throttledStatuses;
    private final InstantSource clock;

    ReplyTable(ApiSettings settings, InstantSource clock) {
        this.notTakenStatuses = Set.copyOf(settings.notTakenStatuses());
        this.throttledStatuses = Set.copyOf(settings.throttledStatuses());
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
        if (status == 429 || throttledStatuses.contains(status)) {
            return new Answer.Throttled(status, RetryAfter.ofThrottled(reply, clock));
        }
        return switch (status) {
            case 401, 403 -> new Answer.Unauthorized(status, reply.message());
            case 402 -> new Answer.PaymentRequired(reply.message());
            case 408 -> new Answer.Unknown(Reason.TIMEOUT, status, reply.message());
            default ->
                switch (status / 100) {
                    case 3 ->
                        new Answer.Redirected(
                                status, "The service answered with a redirect: check docs-agent.api.base-url");
                    case 4 ->
                        reply.isServiceError()
                                ? new Answer.Rejected(status, reply.message())
                                : new Answer.Redirected(status, notTheService(status));
                    default -> new Answer.Unknown(Reason.SERVER_ERROR, status, reply.message());
                };
        };
    }

    /** Proxies, gateways and web servers answer so, each with a page of its own. */
    private static String notTheService(int status) {
        return "Got " + status + " without the service's error object: check docs-agent.api.base-url and any proxy in"
                + " front of the service";
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

    /** A page that something else answered with 2xx, as firewalls do, does not show that the message was taken. */
    private static Answer messaged(String jobId, Reply reply) {
        JobSnapshot job = reply.job();
        if (job != null && job.id().equals(jobId)) {
            return new Answer.Accepted(reply.status(), job);
        }
        return reply.status() == 204
                ? new Answer.Accepted(204, null)
                : new Answer.Unknown(
                        Reason.UNREADABLE,
                        reply.status(),
                        "The service answered " + reply.status() + " without the job of the message");
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
        if (status == 404 && reply.isServiceError()) {
            return new JobLookup.Missing();
        }
        // A 404 may be of a wrong base URL, which must not end a job as missing.
        return status == 401 || status == 403 || status == 404 || status / 100 == 3
                ? new JobLookup.Refused(status)
                : new JobLookup.Failed(reply.message(), retryAfter(reply));
    }

    /** Other answers may carry the limit's reset, too, without anything being limited. */
    private @Nullable Duration retryAfter(Reply reply) {
        return reply.status() == 429 || throttledStatuses.contains(reply.status())
                ? RetryAfter.ofThrottled(reply, clock)
                : RetryAfter.of(reply, clock);
    }
}
