package io.docsagent.worker.gateway.http;

import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.CallTracing;
import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.gateway.breaker.ServiceBreaker;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** Reports every call to an observer and every GET to the breaker, and traces calls. */
final class ObservedAgentApi implements AgentApi, AutoCloseable {

    private final HttpAgentApi api;
    private final GatewayObserver observer;
    private final CallTracing tracing;
    private final ServiceBreaker breaker;

    ObservedAgentApi(HttpAgentApi api, GatewayObserver observer, CallTracing tracing, ServiceBreaker breaker) {
        this.api = api;
        this.observer = observer;
        this.tracing = tracing;
        this.breaker = breaker;
    }

    @Override
    public Mono<Answer> send(GatewayRequest.Call call) {
        GatewayObserver.CallKind kind =
                call.jobId() == null ? GatewayObserver.CallKind.CREATE : GatewayObserver.CallKind.MESSAGE;
        return Mono.defer(() -> {
            long began = System.nanoTime();
            CallTracing.Span span = tracing.begin(call);
            return api.send(call.tracedBy(span.traceparent())).doOnNext(answer -> {
                span.end(answer);
                observer.answered(kind, answer, Duration.ofNanos(System.nanoTime() - began));
            });
        });
    }

    @Override
    public Mono<JobLookup> lookUp(String projectId, String jobId) {
        return api.lookUp(projectId, jobId).doOnNext(lookup -> breaker.lookedUp(projectId, lookup));
    }

    @Override
    public void close() {
        api.close();
    }
}
