package io.docsagent.worker.gateway;

import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.GatewayRequest;
import reactor.core.publisher.Mono;

/** The Agent Job Service as the worker sees it; failures are answers, so the results never signal an error. */
public interface AgentApi {

    /** Sends a create or a message, at most once, and says what became of it. */
    Mono<Answer> send(GatewayRequest.Call call);

    /** Looks at a job. */
    Mono<JobLookup> look(String projectId, String jobId);
}
