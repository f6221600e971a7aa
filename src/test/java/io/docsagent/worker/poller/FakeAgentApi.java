package io.docsagent.worker.poller;

import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.GatewayRequest;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** The Agent Job Service as a list of requests that the test answers when it likes. */
public final class FakeAgentApi implements AgentApi {

    /** A GET that waits for its answer. */
    public record Pending(String projectId, String jobId, MonoSink<JobLookup> sink) {
        public void answer(JobLookup look) {
            sink.success(look);
        }
    }

    private final List<Pending> looks = new ArrayList<>();
    private final List<GatewayRequest.Call> sent = new ArrayList<>();
    private int looked;
    private int cancelled;

    @Override
    public Mono<JobLookup> look(String projectId, String jobId) {
        return Mono.create(sink -> {
            Pending pending = new Pending(projectId, jobId, sink);
            looks.add(pending);
            looked++;
            sink.onCancel(() -> {
                looks.remove(pending);
                cancelled++;
            });
        });
    }

    /** Calls are noted and never answered. */
    @Override
    public Mono<Answer> send(GatewayRequest.Call call) {
        return Mono.fromRunnable(() -> sent.add(call)).then(Mono.never());
    }

    public List<GatewayRequest.Call> sent() {
        return List.copyOf(sent);
    }

    /** GETs in flight. */
    public List<Pending> looks() {
        return List.copyOf(looks);
    }

    /** GETs so far. */
    public int looked() {
        return looked;
    }

    public int cancelled() {
        return cancelled;
    }

    public void answer(String jobId, JobLookup look) {
        Pending pending = looks.stream()
                .filter(waiting -> waiting.jobId().equals(jobId))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No GET of " + jobId + " is under way, only " + looks));
        looks.remove(pending);
        pending.answer(look);
    }
}
