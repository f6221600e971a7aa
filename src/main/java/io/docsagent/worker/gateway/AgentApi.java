package io.docsagent.worker.gateway;

import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import reactor.core.publisher.Mono;

/** The Agent Job Service as the worker sees it; failures are answers, so the results never signal an error. */
public interface AgentApi {

    /** Sends a create or a message, at most once, and returns its outcome. */
    Mono<Answer> send(GatewayRequest.Call call);

    /** Gets a job. */
    Mono<JobLookup> lookUp(String projectId, String jobId);
}
