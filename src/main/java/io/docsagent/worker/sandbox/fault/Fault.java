package io.docsagent.worker.sandbox.fault;

import io.docsagent.worker.sandbox.api.ServiceOperation;
import io.docsagent.worker.sandbox.http.HttpAnswer;
import io.docsagent.worker.sandbox.http.ResponseEnd;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A fault of one request, or all of its faults together, before or after the service has done its work.
 *
 * @param delay of everything that follows
 * @param end replaces the end of the request, if given; after the work only if the work was done (a refused request
 *     stays refused)
 */
public record Fault(Duration delay, @Nullable ResponseEnd end, Phase phase) {

    /** Prompts can request padding too, and must not occupy the connection for long. */
    static final int MAX_PADDING = 64 * 1024 * 1024;

    public enum Phase {
        /** Nothing has been checked: no use is spent and no job created. */
        BEFORE_WORK,
        /** The use is spent and the job exists. */
        AFTER_WORK
    }

    static Fault none(Phase phase) {
        return new Fault(Duration.ZERO, null, phase);
    }

    Fault and(Fault other) {
        return new Fault(delay.plus(other.delay), other.end == null ? end : other.end, phase);
    }

    /** Does the work on arrival and delays the answer. */
    public static Fault late(Duration by) {
        return new Fault(by, null, Phase.AFTER_WORK);
    }

    /** Delays the work, which is done even if the client has disconnected by then. */
    public static Fault stalled(Duration by) {
        return new Fault(by, null, Phase.BEFORE_WORK);
    }

    /** Answers with this status and an error body, without doing the work. */
    public static Fault status(int status) {
        return reply(HttpAnswer.error(status, "Fault " + status));
    }

    /** As {@link #status(int)}, with this value of Retry-After. */
    public static Fault status(int status, String retryAfter) {
        return reply(HttpAnswer.error(status, "Fault " + status).withHeader("Retry-After", retryAfter));
    }

    public static Fault redirect(String location) {
        return reply(new HttpAnswer(307, Map.of("Location", location), ""));
    }

    /** Gives this answer without doing the work. */
    public static Fault reply(HttpAnswer answer) {
        return new Fault(Duration.ZERO, new ResponseEnd.Answered(answer), Phase.BEFORE_WORK);
    }

    /** Does the work, then gives this answer. */
    public static Fault replyAfterWork(HttpAnswer answer) {
        return new Fault(Duration.ZERO, new ResponseEnd.Answered(answer), Phase.AFTER_WORK);
    }

    public static Fault truncated() {
        return replyAfterWork(HttpAnswer.json(200, "{\"id\": \"job_"));
    }

    public static Fault html() {
        return replyAfterWork(new HttpAnswer(200, Map.of("Content-Type", "text/html"), "<html><body>OK</body></html>"));
    }

    public static Fault empty() {
        return replyAfterWork(HttpAnswer.json(200, ""));
    }

    /** Does the work, then answers with a JSON body that has this many characters of padding before the id. */
    public static Fault huge(int padding) {
        if (padding < 0 || padding > MAX_PADDING) {
            throw new IllegalArgumentException("From 0 to " + MAX_PADDING + " characters of padding");
        }
        return new Fault(Duration.ZERO, new ResponseEnd.Padded(padding), Phase.AFTER_WORK);
    }

    public static Fault hang() {
        return new Fault(Duration.ZERO, new ResponseEnd.Hung(), Phase.BEFORE_WORK);
    }

    public static Fault hangAfterWork() {
        return new Fault(Duration.ZERO, new ResponseEnd.Hung(), Phase.AFTER_WORK);
    }

    public static Fault drop() {
        return new Fault(Duration.ZERO, new ResponseEnd.Dropped(), Phase.BEFORE_WORK);
    }

    public static Fault dropAfterWork() {
        return new Fault(Duration.ZERO, new ResponseEnd.Dropped(), Phase.AFTER_WORK);
    }

    /** This fault on these operations, in every project, until it is removed. */
    public FaultRule on(ServiceOperation... operations) {
        return new FaultRule(this, Set.of(operations), null, FaultRule.ALWAYS);
    }

    /** This fault on create, message and get, in every project, until it is removed. */
    public FaultRule everywhere() {
        return on(ServiceOperation.CREATE, ServiceOperation.MESSAGE, ServiceOperation.GET);
    }
}
