package io.docsagent.worker.poller;

import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** The Agent Job Service as a list of requests that the test answers when it likes. */
public final class FakeAgentApi implements AgentApi {

    /** A GET that waits for its answer. */
    public record Pending(String projectId, String jobId, MonoSink<JobLookup> sink) {
        public void answer(JobLookup lookup) {
            sink.success(lookup);
        }
    }

    private final List<Pending> lookups = new ArrayList<>();
    private int lookupCount;
    private int cancelled;

    @Override
    public Mono<JobLookup> lookUp(String projectId, String jobId) {
        return Mono.create(sink -> {
            Pending pending = new Pending(projectId, jobId, sink);
            lookups.add(pending);
            lookupCount++;
            sink.onCancel(() -> {
                lookups.remove(pending);
                cancelled++;
            });
        });
    }

    /** Calls are never answered. */
    @Override
    public Mono<Answer> send(GatewayRequest.Call call) {
        return Mono.never();
    }

    /** GETs in flight. */
    public List<Pending> lookups() {
        return List.copyOf(lookups);
    }

    /** GETs so far. */
    public int lookupCount() {
        return lookupCount;
    }

    public int cancelled() {
        return cancelled;
    }

    public void answer(String jobId, JobLookup lookup) {
        Pending pending = lookups.stream()
                .filter(waiting -> waiting.jobId().equals(jobId))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No GET of " + jobId + " is in flight, only " + lookups));
        lookups.remove(pending);
        pending.answer(lookup);
    }
}
