package io.docsagent.worker.gateway;

import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.GatewayRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Reports every call and GET to an observer, and traces the calls. */
final class ObservedAgentApi implements AgentApi, AutoCloseable {

    private final HttpAgentApi api;
    private final GatewayObserver observer;
    private final CallTracing tracing;

    ObservedAgentApi(HttpAgentApi api, GatewayObserver observer, CallTracing tracing) {
        this.api = api;
        this.observer = observer;
        this.tracing = tracing;
    }

    @Override
    public Mono<Answer> send(GatewayRequest.Call call) {
        GatewayObserver.Operation operation =
                call.jobId() == null ? GatewayObserver.Operation.CREATE : GatewayObserver.Operation.MESSAGE;
        return Mono.defer(() -> {
            long began = System.nanoTime();
            CallTracing.Span span = tracing.begin(call);
            return api.send(call.tracedBy(span.traceparent())).doOnNext(answer -> {
                span.end(answer, httpStatus(answer));
                observer.answered(operation, answer, httpStatus(answer), since(began));
            });
        });
    }

    @Override
    public Mono<JobLookup> look(String projectId, String jobId) {
        return Mono.defer(() -> {
            long began = System.nanoTime();
            return api.look(projectId, jobId).doOnNext(look -> observer.looked(look, since(began)));
        });
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private static @Nullable Integer httpStatus(Answer answer) {
        return switch (answer) {
            case Answer.Accepted accepted -> accepted.httpStatus();
            case Answer.Rejected rejected -> rejected.httpStatus();
            case Answer.Redirected misdirected -> misdirected.httpStatus();
            case Answer.Unauthorized unauthorized -> unauthorized.httpStatus();
            case Answer.Throttled throttled -> Integer.valueOf(429);
            case Answer.Unknown unknown -> unknown.httpStatus();
            case Answer.NotTaken notTaken -> Integer.valueOf(notTaken.httpStatus());
            case Answer.NotSent notSent -> null;
            case Answer.NoPlace noPlace -> null;
            case Answer.InFlight inFlight -> null;
        };
    }

    @Override
    public void close() {
        api.close();
    }
}
