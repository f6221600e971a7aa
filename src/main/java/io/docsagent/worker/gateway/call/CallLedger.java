package io.docsagent.worker.gateway.call;

import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What this instance knows about calls: which are in flight, and how the latest ones ended. */
final class CallLedger {

    static final int MAX_ENDED = 10_000;
    static final Duration MAX_AGE = Duration.ofMinutes(15);

    private final InstantSource clock;
    private final Set<CallName> inFlight = new HashSet<>();
    private final Map<CallName, Ended> ended = new LinkedHashMap<>();

    CallLedger(InstantSource clock) {
        this.clock = clock;
    }

    /** Records a call as in flight; returns what is known of it where it is known already. */
    synchronized @Nullable Answer begin(GatewayRequest.Call call) {
        Answer known = known(CallName.of(call));
        if (known == null) {
            inFlight.add(CallName.of(call));
        }
        return known;
    }

    synchronized void end(GatewayRequest.Call call, Answer answer) {
        CallName name = CallName.of(call);
        inFlight.remove(name);
        Instant now = clock.instant();
        ended.put(name, new Ended(answer, now));
        for (Iterator<Ended> eldest = ended.values().iterator(); eldest.hasNext(); ) {
            Ended next = eldest.next();
            if (ended.size() <= MAX_ENDED && !next.at().isBefore(now.minus(MAX_AGE))) {
                break;
            }
            eldest.remove();
        }
    }

    /** The answer to an outcome query. */
    synchronized Answer answerTo(GatewayRequest.OutcomeQuery query) {
        Answer known = known(CallName.of(query));
        return known != null
                ? known
                : new Answer.Unknown(Answer.Unknown.Reason.NO_TRACE, null, "No gateway knows the outcome of the call");
    }

    synchronized int inFlight() {
        return inFlight.size();
    }

    private @Nullable Answer known(CallName name) {
        if (inFlight.contains(name)) {
            return new Answer.InFlight();
        }
        Ended end = ended.get(name);
        return end == null ? null : end.answer();
    }

    /** A callId is unique within its project only. */
    private record CallName(String projectId, String callId) {
        static CallName of(GatewayRequest request) {
            return new CallName(request.projectId(), request.callId());
        }
    }

    private record Ended(Answer answer, Instant at) {}
}
