package io.docsagent.worker.testkit;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the service, or the gateway in its place, says. */
public final class Said {

    private Said() {}

    public static Answer accepted(String jobId) {
        return new Answer.Accepted(201, job(jobId, "active"));
    }

    public static Answer accepted(@Nullable JobSnapshot job) {
        return new Answer.Accepted(200, job);
    }

    public static Answer rejected() {
        return new Answer.Rejected(400, "no such repository");
    }

    /** Of a job that the service does not know. */
    public static Answer unknownJob() {
        return new Answer.Rejected(404, "no such job");
    }

    public static Answer redirected() {
        return new Answer.Redirected(302, "moved");
    }

    public static Answer unauthorized() {
        return new Answer.Unauthorized(401, "bad key");
    }

    public static Answer pageOf404() {
        return new Answer.Redirected(404, "not the service's error object");
    }

    public static Answer paymentRequired() {
        return new Answer.PaymentRequired("no credits are left");
    }

    public static Answer throttled(@Nullable Duration retryAfter) {
        return new Answer.Throttled(429, retryAfter);
    }

    public static Answer notSent() {
        return new Answer.NotSent("connection refused");
    }

    public static Answer noSlot() {
        return new Answer.NoSlot("no place");
    }

    public static Answer notTaken() {
        return new Answer.NotTaken(503, "busy");
    }

    public static Answer unknown() {
        return new Answer.Unknown(Answer.Unknown.Reason.TIMEOUT, null, "no answer in time");
    }

    public static Answer inFlight() {
        return new Answer.InFlight();
    }

    public static JobSnapshot job(String id, @Nullable String status) {
        return new JobSnapshot(id, status, null, null, null, null, null);
    }

    public static JobSnapshot job(String id, @Nullable String status, @Nullable String prLink) {
        return new JobSnapshot(id, status, prLink, null, null, null, null);
    }
}
