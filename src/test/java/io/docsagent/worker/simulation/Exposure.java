package io.docsagent.worker.simulation;

import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.gateway.LocalAnswers;
import io.docsagent.worker.gateway.breaker.ServiceBreaker;
import io.docsagent.worker.settings.ApiSettings;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import reactor.core.publisher.Mono;

/**
 * How many calls an instance risks with a service of which it does not know that it answers: no more than its settings
 * say, and then one at a time, after a pause. About half as many for one project. Projects that were answered the last
 * time may risk one call each beside those.
 */
final class Exposure implements AgentApi {

    /** The first wait before a trial, less what an instance's timer may be fast. */
    private static final Duration PAUSE = Duration.ofMillis(900);

    private final AgentApi api;
    private final ServiceBreaker breaker;
    private final InstantSource clock;
    private final Host host;
    private final Promises promises;
    private final int ofProject;
    private final Risk all;
    private final Map<String, Risk> projects = new HashMap<>();
    private final Set<String> answered = new HashSet<>();
    private final int ofAnswered;

    /** @param clock of the instance: the time of the log, which jumps where that of the brokers does */
    Exposure(
            AgentApi api,
            ServiceBreaker breaker,
            ApiSettings.Breaker settings,
            InstantSource clock,
            Host host,
            Promises promises) {
        this.api = api;
        this.breaker = breaker;
        this.clock = clock;
        this.host = host;
        this.promises = promises;
        this.all = new Risk(settings.unknownInARow());
        this.ofProject = (settings.unknownInARow() + 1) / 2;
        this.ofAnswered = 8 * settings.unknownInARow();
    }

    @Override
    public Mono<Answer> send(GatewayRequest.Call call) {
        return Mono.defer(() -> {
            Risk project = projects.computeIfAbsent(call.projectId(), none -> new Risk(ofProject));
            boolean isAlone = answered.contains(call.projectId()) && project.begun.isEmpty();
            begins(call, all, isAlone ? ofAnswered : all.most);
            begins(call, project, project.most);
            return api.send(call).doOnNext(answer -> ended(call, project, answer));
        });
    }

    private void begins(GatewayRequest.Call call, Risk risk, int most) {
        if (!risk.allows(most, clock.instant())) {
            promises.broken(
                    "breaker: " + host + " sends " + call.callId() + " of " + call.projectId() + " though " + risk);
        }
        risk.begins(call.callId());
    }

    private void ended(GatewayRequest.Call call, Risk project, Answer answer) {
        String callId = call.callId();
        if (LocalAnswers.include(answer)) {
            provedNothing(callId, project);
            return;
        }
        switch (answer) {
            case Answer.Accepted accepted -> succeeded(call, project);
            case Answer.Rejected rejected -> succeeded(call, project);
            case Answer.Unauthorized unauthorized -> succeeded(call, project);
            case Answer.Throttled throttled -> succeeded(call, project);
            case Answer.Unknown lost -> {
                answered.remove(call.projectId());
                // What a project that is known to fail goes on to lose says nothing about the others.
                all.lost(callId, !project.isFull(), clock.instant());
                project.lost(callId, true, clock.instant());
            }
            default -> provedNothing(callId, project);
        }
    }

    private void provedNothing(String callId, Risk project) {
        all.begun.remove(callId);
        project.begun.remove(callId);
    }

    private void succeeded(GatewayRequest.Call call, Risk project) {
        answered.add(call.projectId());
        all.clear();
        project.clear();
    }

    @Override
    public Mono<JobLookup> lookUp(String projectId, String jobId) {
        return api.lookUp(projectId, jobId).doOnNext(lookup -> breaker.lookedUp(projectId, lookup));
    }

    /** The calls since the last success that have no outcome yet, and the outcomes since then that are unknown. */
    private static final class Risk {
        final int most;
        final Set<String> begun = new HashSet<>();
        int unknown;
        Instant lastUnknown = Instant.MIN;
        String trial = "";

        Risk(int most) {
            this.most = most;
        }

        boolean isFull() {
            return unknown >= most;
        }

        boolean allows(int atOnce, Instant now) {
            return isFull() ? !now.isBefore(lastUnknown.plus(PAUSE)) : begun.size() + unknown < atOnce;
        }

        void begins(String callId) {
            if (isFull()) {
                trial = callId;
            }
            begun.add(callId);
        }

        /** What was in flight when the last of too many ended does not put off the trial. */
        void lost(String callId, boolean counts, Instant now) {
            begun.remove(callId);
            if (isFull() ? callId.equals(trial) : counts) {
                unknown++;
                lastUnknown = now;
            }
        }

        void clear() {
            begun.clear();
            unknown = 0;
        }

        @Override
        public String toString() {
            return unknown + " outcomes in a row are unknown and " + begun.size() + " are not known yet";
        }
    }
}
