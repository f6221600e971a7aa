package io.docsagent.worker.gateway.call;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** A service that answers when the test says so, or at once. */
final class HeldAgentApi implements AgentApi {

    static final Answer ACCEPTED = new Answer.Accepted(201, JobSnapshot.ofId("job-1"));

    final List<String> sent = new CopyOnWriteArrayList<>();
    private final Map<String, Sinks.One<Answer>> open = new ConcurrentHashMap<>();
    volatile boolean atOnce = true;
    volatile Consumer<GatewayRequest.Call> onSend = call -> {};

    @Override
    public Mono<Answer> send(GatewayRequest.Call call) {
        onSend.accept(call);
        sent.add(call.callId());
        return atOnce
                ? Mono.just(ACCEPTED)
                : open.computeIfAbsent(call.callId(), id -> Sinks.one()).asMono();
    }

    void answer(String callId, Answer answer) {
        var unused = open.computeIfAbsent(callId, id -> Sinks.one()).tryEmitValue(answer);
    }

    @Override
    public Mono<JobLookup> lookUp(String projectId, String jobId) {
        return Mono.just(new JobLookup.Missing());
    }
}
