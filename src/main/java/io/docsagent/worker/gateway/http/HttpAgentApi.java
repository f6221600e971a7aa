package io.docsagent.worker.gateway.http;

import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.gateway.LocalAnswers;
import io.docsagent.worker.gateway.SendPermission;
import io.docsagent.worker.gateway.keys.ApiKey;
import io.docsagent.worker.gateway.keys.ApiKeys;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import tools.jackson.databind.ObjectWriter;

/** The Agent Job Service over HTTP. */
final class HttpAgentApi implements AgentApi, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(HttpAgentApi.class);
    private static final ObjectWriter BODY = JsonMappers.PUBLIC.writerFor(Body.class);

    private final @Nullable String installation;
    private final @Nullable String idempotencyHeader;
    private final ServicePaths paths;
    private final ServiceConnections connections;
    private final ApiKeys keys;
    private final ReplyTable table;
    private final InstantSource clock;
    private final SendPermission permission;
    private final Duration totalTimeout;
    private final Scheduler timer;

    HttpAgentApi(
            WorkerProperties settings,
            ServiceConnections connections,
            ApiKeys keys,
            InstantSource clock,
            SendPermission permission,
            Scheduler timer) {
        this.installation = settings.installation();
        this.idempotencyHeader = settings.api().idempotencyHeader();
        this.paths = new ServicePaths(settings.api().baseUrl());
        this.connections = connections;
        this.keys = keys;
        this.table = new ReplyTable(settings.api(), clock);
        this.clock = clock;
        this.permission = permission;
        this.totalTimeout = settings.api().responseTimeout();
        this.timer = timer;
    }

    @Override
    public Mono<Answer> send(GatewayRequest.Call call) {
        SendState state = new SendState(call.notAfter(), clock, permission);
        AtomicReference<@Nullable Reply> head = new AtomicReference<>();
        return Mono.defer(() -> exchange(call, state, head))
                .timeout(totalTimeout, timer)
                .onErrorResume(failure -> Mono.just(ended(call, state, head.get(), failure)));
    }

    private Mono<Answer> exchange(GatewayRequest.Call call, SendState state, AtomicReference<@Nullable Reply> head) {
        String uri = paths.post(call.projectId(), call.jobId());
        if (uri == null) {
            return Mono.just(LocalAnswers.UNUSABLE_ID);
        }
        ApiKey key = keys.keyFor(call.projectId());
        if (key == null) {
            return Mono.just(LocalAnswers.NO_KEY);
        }
        byte[] body = BODY.writeValueAsBytes(new Body(call.prompt()));
        return connections
                .calls()
                .post(uri, key, headers(call), body, state::send, head::set)
                .map(reply -> table.answer(call, reply));
    }

    private Map<String, String> headers(GatewayRequest.Call call) {
        Map<String, String> headers = new HashMap<>();
        if (call.traceparent() != null) {
            headers.put("traceparent", call.traceparent());
        }
        if (idempotencyHeader != null) {
            headers.put(idempotencyHeader, IdempotencyKey.of(installation, call).toString());
        }
        return headers;
    }

    /**
     * Where there was a reply, its status decides even if the body never arrived; otherwise whether the call was sent
     * decides.
     */
    private Answer ended(GatewayRequest.Call call, SendState state, @Nullable Reply head, Throwable failure) {
        log.atDebug()
                .addKeyValue("projectId", call.projectId())
                .addKeyValue("callId", call.callId())
                .log("A call failed: {}", CallFailures.describe(failure));
        if (head != null) {
            return table.answer(call, head);
        }
        if (CallFailures.isRefusedCertificate(failure)) {
            return new Answer.Unauthorized(401, CallFailures.describe(failure));
        }
        if (CallFailures.isRefusedTunnel(failure)) {
            return new Answer.NotSent(CallFailures.describe(failure));
        }
        return state.abandon(CallFailures.notSent(failure)) instanceof SendState.State.Abandoned abandoned
                ? abandoned.answer()
                : CallFailures.unknown(failure);
    }

    @Override
    public Mono<JobLookup> lookUp(String projectId, String jobId) {
        return Mono.defer(() -> {
                    String uri = paths.job(projectId, jobId);
                    ApiKey key = keys.keyFor(projectId);
                    if (uri == null) {
                        return Mono.just(new JobLookup.Unusable());
                    }
                    return key == null
                            ? Mono.just(new JobLookup.Refused(401))
                            : connections.lookups().get(uri, key).map(reply -> table.lookup(jobId, reply));
                })
                .timeout(totalTimeout, timer)
                .onErrorResume(failure -> Mono.just(failed(CallFailures.describe(failure))));
    }

    private static JobLookup failed(String message) {
        return new JobLookup.Failed(message, null);
    }

    @Override
    public void close() {
        connections.calls().close();
        connections.lookups().close();
    }

    /** The body of a POST. */
    private record Body(String prompt) {}
}
