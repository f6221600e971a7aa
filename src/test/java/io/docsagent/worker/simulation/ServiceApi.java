package io.docsagent.worker.simulation;

import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.gateway.http.HttpParts;
import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.GatewayRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** The way from one instance to the service and back: each part of it may be slow, or lost. */
final class ServiceApi implements AgentApi {

    private final World world;
    private final Host host;
    private final Service service;
    private final HttpParts http;
    private final Duration responseTimeout;
    private final boolean keepsNotAfter;
    private final boolean keepsUnknown;
    private int key;
    private boolean unreachable;
    private boolean loses;

    ServiceApi(World world, Host host, Service service, HttpParts http, Duration responseTimeout, Set<Rule> off) {
        this.world = world;
        this.host = host;
        this.service = service;
        this.http = http;
        this.responseTimeout = responseTimeout;
        this.key = service.key();
        this.keepsNotAfter = !off.contains(Rule.NOT_AFTER);
        this.keepsUnknown = !off.contains(Rule.UNKNOWN_IS_NOT_NOT_SENT);
    }

    void reads(int newKey) {
        key = newKey;
    }

    int key() {
        return key;
    }

    void cutOff(boolean now) {
        unreachable = now;
    }

    void losesAnswers(boolean now) {
        loses = now;
    }

    @Override
    public Mono<Answer> send(GatewayRequest.Call call) {
        return Mono.create(sink -> {
            host.pausePoint();
            Once ending = new Once(sink);
            Duration connecting = world.upTo(Duration.ofMillis(world.oneIn(10) ? 8_000 : 50));
            var unused = host.in(
                    responseTimeout,
                    () -> ending.end(
                            keepsUnknown
                                    ? new Answer.Unknown(Answer.Unknown.Reason.TIMEOUT, null, "no answer in time")
                                    : new Answer.NotSent("no answer in time")));
            var unusedToo = host.in(connecting, () -> connected(call, ending));
        });
    }

    private void connected(GatewayRequest.Call call, Once ending) {
        if (unreachable) {
            ending.end(new Answer.NotSent("connection refused"));
            return;
        }
        String refusal = http.send(keepsNotAfter ? call.notAfter() : Instant.MAX);
        if (refusal != null) {
            ending.end(new Answer.NotSent(refusal));
            return;
        }
        int withKey = key;
        boolean lostBefore = loses && world.oneIn(3);
        boolean lostAfter = loses && world.oneIn(2);
        // TCP delivers what was sent though the sender is frozen, dead or has given up.
        Duration way = loses && world.oneIn(4)
                ? world.upTo(responseTimeout.plus(service.latest()))
                : world.upTo(Duration.ofMillis(100));
        world.in(way, () -> {
            if (lostBefore) {
                return;
            }
            var arrival = new Service.Arrival(world.now(), call.projectId(), call.prompt(), call.jobId());
            Service.Answer answer = service.post(arrival, withKey);
            if (lostAfter) {
                return;
            }
            var unused = host.in(world.upTo(Duration.ofMillis(world.oneIn(30) ? 20_000 : 300)), () -> {
                if (ending.end(http.answer(call, answer.status(), answer.retryAfter(), answer.body()))) {
                    arrival.delivered = true;
                }
            });
        });
    }

    @Override
    public Mono<JobLookup> lookUp(String projectId, String jobId) {
        return Mono.create(sink -> {
            var unused = host.in(world.upTo(Duration.ofMillis(200)), () -> {
                if (unreachable) {
                    sink.success(new JobLookup.Failed("connection refused", null));
                } else {
                    Service.Answer answer = service.get(jobId, key);
                    sink.success(http.lookup(jobId, answer.status(), answer.body()));
                }
            });
        });
    }

    /** Whatever comes first ends a call. */
    private record Once(MonoSink<Answer> sink, AtomicBoolean ended) {

        Once(MonoSink<Answer> sink) {
            this(sink, new AtomicBoolean());
        }

        boolean end(Answer answer) {
            boolean first = ended.compareAndSet(false, true);
            if (first) {
                sink.success(answer);
            }
            return first;
        }
    }
}
