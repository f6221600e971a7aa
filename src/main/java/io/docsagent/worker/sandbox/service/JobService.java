package io.docsagent.worker.sandbox.service;

import io.docsagent.worker.sandbox.access.AccessControl;
import io.docsagent.worker.sandbox.api.Prompt;
import io.docsagent.worker.sandbox.api.ServiceOperation;
import io.docsagent.worker.sandbox.http.HttpAnswer;
import io.docsagent.worker.sandbox.job.JobResource;
import io.docsagent.worker.sandbox.job.JobSource;
import io.docsagent.worker.sandbox.quota.Ledger;
import io.docsagent.worker.sandbox.quota.Ledgers;
import io.docsagent.worker.sandbox.work.ActionRefusedException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Handles a request: checks the key, then the limit, then the request, and does the work. */
public final class JobService {

    /** The answer, its job, and whether the request spent a use of its project. */
    record Handled(HttpAnswer answer, @Nullable String jobId, boolean counted) {}

    private static final HttpAnswer NO_SUCH_PATH = HttpAnswer.error(404, "No such operation");
    private static final HttpAnswer NO_SUCH_JOB = HttpAnswer.error(404, "The project has no such job");

    private final AccessControl access;
    private final Ledgers ledgers;
    private final JobSource jobs;
    private final KnownPosts known;

    public JobService(AccessControl access, Ledgers ledgers, JobSource jobs, IdempotencySettings idempotency) {
        this.access = access;
        this.ledgers = ledgers;
        this.jobs = jobs;
        this.known = new KnownPosts(idempotency.maxKeys());
    }

    /** The answer to a request without access, else null. */
    @Nullable
    HttpAnswer refusal(ServiceRequest request, Instant now) {
        return access.refusal(request.authorization(), request.target().projectId(), request.from(), now);
    }

    Handled handle(ServiceRequest request, @Nullable HttpAnswer refusal, Instant now) {
        if (refusal != null) {
            return refused(refusal, request, false);
        }
        return switch (request.target().operation()) {
            case CREATE, MESSAGE -> once(request, now);
            case GET -> shown(200, jobs.get(project(request), job(request), now), request, false);
            case OTHER -> refused(NO_SUCH_PATH, request, false);
        };
    }

    private Handled once(ServiceRequest request, Instant now) {
        String name = request.idempotencyKey();
        return name == null ? limited(request, now) : known.once(name, request, () -> limited(request, now));
    }

    /** The limit is checked first, so a request that is answered 400 or 404 has spent a use as well. */
    private Handled limited(ServiceRequest request, Instant now) {
        return switch (ledgers.spend(project(request), now)) {
            case Ledger.Granted granted -> post(request, now);
            case Ledger.Refused refused -> refused(tooMany(refused, now), request, refused.counted());
        };
    }

    private Handled post(ServiceRequest request, Instant now) {
        return switch (request.prompt()) {
            case Prompt.Unusable unusable -> refused(unusable.refusal(), request, true);
            case Prompt.Given given ->
                request.target().operation() == ServiceOperation.CREATE
                        ? created(request, given.text(), now)
                        : shown(200, jobs.message(project(request), job(request), given.text(), now), request, true);
        };
    }

    private Handled created(ServiceRequest request, String prompt, Instant now) {
        try {
            return shown(201, jobs.create(project(request), prompt, now), request, true);
        } catch (ActionRefusedException tooManyProjects) {
            return refused(HttpAnswer.error(404, String.valueOf(tooManyProjects.getMessage())), request, true);
        }
    }

    private HttpAnswer tooMany(Ledger.Refused refused, Instant now) {
        HttpAnswer answer = HttpAnswer.error(429, "The project has no uses left");
        String value = ledgers.retryAfter().value(now, refused.freeIn());
        return value == null ? answer : answer.withHeader("Retry-After", value);
    }

    private static String project(ServiceRequest request) {
        return Objects.requireNonNull(request.target().projectId());
    }

    private static String job(ServiceRequest request) {
        return Objects.requireNonNull(request.target().jobId());
    }

    private static Handled refused(HttpAnswer answer, ServiceRequest request, boolean counted) {
        return new Handled(answer, request.target().jobId(), counted);
    }

    private static Handled shown(int status, @Nullable JobResource job, ServiceRequest request, boolean counted) {
        return job == null
                ? refused(NO_SUCH_JOB, request, counted)
                : new Handled(HttpAnswer.json(status, JsonMapper.shared().writeValueAsString(job)), job.id(), counted);
    }
}
