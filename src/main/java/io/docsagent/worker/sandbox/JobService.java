package io.docsagent.worker.sandbox;

import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The service itself: checks the key, then the limit, then the request, and does the work. */
final class JobService {

    /** The answer, the job that it is about, and whether the request spent a use of its project. */
    record Handled(Answer answer, @Nullable String jobId, boolean counted) {}

    private static final Answer NO_SUCH_PATH = Answer.error(404, "No such operation");
    private static final Answer NO_SUCH_JOB = Answer.error(404, "The project has no such job");

    private final AccessKeys keys;
    private final Ledgers ledgers;
    private final RetryAfter retryAfter;
    private final Jobs jobs;

    JobService(AccessKeys keys, SandboxSettings.Quota quota, Jobs jobs) {
        this.keys = keys;
        this.ledgers = new Ledgers(quota);
        this.retryAfter = quota.retryAfter();
        this.jobs = jobs;
    }

    Handled handle(Request request, Instant now) {
        Answer refusal = keys.refusal(request.authorization());
        if (refusal != null) {
            return refused(refusal, request, false);
        }
        return switch (request.route().operation()) {
            case CREATE, MESSAGE -> limited(request, now);
            case GET -> onJob(request, now, false, job -> {});
            case OTHER -> refused(NO_SUCH_PATH, request, false);
        };
    }

    /** The limit comes first, so a request that is then answered 400 or 404 has spent a use as well. */
    private Handled limited(Request request, Instant now) {
        String projectId = Objects.requireNonNull(request.route().projectId());
        return switch (ledgers.spend(projectId, now)) {
            case Ledger.Granted granted -> post(request, projectId, now);
            case Ledger.Refused refused -> refused(tooMany(refused, now), request, refused.counted());
        };
    }

    private Handled post(Request request, String projectId, Instant now) {
        return switch (request.prompt()) {
            case Prompt.Unusable unusable -> refused(unusable.refusal(), request, true);
            case Prompt.Given given ->
                request.route().operation() == Operation.CREATE
                        ? shown(201, jobs.create(projectId, given.text(), now), now, true)
                        : onJob(request, now, true, job -> jobs.follow(job, given.text(), now));
        };
    }

    private Handled onJob(Request request, Instant now, boolean counted, Consumer<Job> step) {
        Job job = jobs.find(request.route());
        if (job == null) {
            return refused(NO_SUCH_JOB, request, counted);
        }
        step.accept(job);
        return shown(200, job, now, counted);
    }

    private Answer tooMany(Ledger.Refused refused, Instant now) {
        Answer answer = Answer.error(429, "The project has no uses left");
        String value = retryAfter.value(now, refused.freeIn());
        return value == null ? answer : answer.withHeader("Retry-After", value);
    }

    private static Handled refused(Answer answer, Request request, boolean counted) {
        return new Handled(answer, request.route().jobId(), counted);
    }

    private static Handled shown(int status, Job job, Instant now, boolean counted) {
        return new Handled(Answer.json(status, Json.MAPPER.writeValueAsString(job.at(now))), job.id(), counted);
    }
}
