package io.docsagent.worker.sandbox.fault;

import io.docsagent.worker.sandbox.api.Operation;
import io.docsagent.worker.sandbox.http.HttpAnswer;
import io.docsagent.worker.sandbox.http.ResponseEnd;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** One thing that goes wrong with a request, before or after the service did its work. */
public sealed interface Fault {

    /** A prompt may ask for padding too, and must not exhaust the heap. */
    int MAX_PADDING = 64 * 1024 * 1024;

    Moment moment();

    /** Everything that follows comes later. */
    record Late(Duration by, Moment moment) implements Fault {}

    /** The request ends otherwise; after the work, only if the work was done (a refused request stays refused). */
    record Ends(ResponseEnd ending, Moment moment) implements Fault {}

    enum Moment {
        /** Nothing was looked at: no key checked, no use spent, no job made. */
        BEFORE_WORK,
        /** The job exists and the use is spent. */
        AFTER_WORK
    }

    /** Work is done on arrival, the answer comes later. */
    static Fault late(Duration by) {
        return new Late(by, Moment.AFTER_WORK);
    }

    /** The service looks at the request only after this time, even if the client has gone by then. */
    static Fault stalled(Duration by) {
        return new Late(by, Moment.BEFORE_WORK);
    }

    /** Answers with this status and an error body, without doing the work. */
    static Fault status(int status) {
        return reply(HttpAnswer.error(status, "Fault " + status));
    }

    /** As {@link #status(int)}, with a Retry-After header as it stands. */
    static Fault status(int status, String retryAfter) {
        return reply(HttpAnswer.error(status, "Fault " + status).withHeader("Retry-After", retryAfter));
    }

    static Fault redirect(String location) {
        return reply(new HttpAnswer(307, Map.of("Location", location), ""));
    }

    /** Answers this without doing the work. */
    static Fault reply(HttpAnswer answer) {
        return new Ends(new ResponseEnd.Answered(answer), Moment.BEFORE_WORK);
    }

    /** Does the work, then answers this. */
    static Fault replyAfterWork(HttpAnswer answer) {
        return new Ends(new ResponseEnd.Answered(answer), Moment.AFTER_WORK);
    }

    static Fault truncated() {
        return replyAfterWork(HttpAnswer.json(200, "{\"id\": \"job_"));
    }

    static Fault html() {
        return replyAfterWork(new HttpAnswer(200, Map.of("Content-Type", "text/html"), "<html><body>OK</body></html>"));
    }

    static Fault empty() {
        return replyAfterWork(HttpAnswer.json(200, ""));
    }

    /** Does the work, then answers a JSON body with this many characters of padding before the id. */
    static Fault huge(int padding) {
        if (padding > MAX_PADDING) {
            throw new IllegalArgumentException("At most " + MAX_PADDING + " characters of padding");
        }
        return replyAfterWork(
                HttpAnswer.json(200, "{\"padding\":\"" + "x".repeat(padding) + "\",\"id\":\"job_huge\"}"));
    }

    static Fault hang() {
        return new Ends(new ResponseEnd.Hung(), Moment.BEFORE_WORK);
    }

    static Fault hangAfterWork() {
        return new Ends(new ResponseEnd.Hung(), Moment.AFTER_WORK);
    }

    static Fault drop() {
        return new Ends(new ResponseEnd.Dropped(), Moment.BEFORE_WORK);
    }

    static Fault dropAfterWork() {
        return new Ends(new ResponseEnd.Dropped(), Moment.AFTER_WORK);
    }

    /** This fault on these operations, in every project, until it is removed. */
    default FaultRule on(Operation... operations) {
        return new FaultRule(this, Set.of(operations), null, FaultRule.ALWAYS);
    }

    /** This fault on create, message and get, in every project, until it is removed. */
    default FaultRule everywhere() {
        return on(Operation.CREATE, Operation.MESSAGE, Operation.GET);
    }
}
