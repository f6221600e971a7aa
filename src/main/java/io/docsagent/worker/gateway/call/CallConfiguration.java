package io.docsagent.worker.gateway.call;

import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.gateway.GatewayStatus;
import io.docsagent.worker.gateway.KeyHolds;
import io.docsagent.worker.gateway.SendPermission;
import io.docsagent.worker.gateway.breaker.ServiceBreaker;
import io.docsagent.worker.gateway.keys.ApiKeys;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.settings.ApiSettings;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.wire.InputLog;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import reactor.core.scheduler.Schedulers;

/** The beans that make calls and publish their outcomes. */
@Configuration(proxyBeanMethods = false)
@Import(CallListenerConfiguration.class)
public class CallConfiguration {

    /** How long after the longest call the outcomes may take to reach the log when the instance stops. */
    private static final Duration FLUSH = Duration.ofSeconds(3);

    @Bean
    Outcomes gatewayOutcomes(InputLog inputs, GatewayObserver observer) {
        return new Outcomes(inputs, observer);
    }

    @Bean
    CallLedger callLedger(LogClock clock) {
        return new CallLedger(clock);
    }

    @Bean
    CallSlots callSlots(WorkerProperties properties, ServiceBreaker breaker) {
        ApiSettings api = properties.api();
        return new CallSlots(
                api.maxInFlight(), api.maxWaitingCalls(), api.maxWaitingSize().toBytes(), breaker);
    }

    @Bean
    CallGate callGate(CallSlots slots, Outcomes outcomes, SendPermission permission) {
        return new CallGate(slots, permission, outcomes::waiting);
    }

    @Bean
    CallExecutor callExecutor(
            AgentApi api,
            CallLedger ledger,
            Outcomes outcomes,
            ApiKeys keys,
            CallGate gate,
            CallSlots slots,
            KeyHolds holds,
            LogClock clock) {
        HeldProjects held = new HeldProjects(outcomes, holds);
        keys.onChange(held);
        return new CallExecutor(api, ledger, outcomes, held, gate, slots, clock, Schedulers.parallel());
    }

    @Bean
    Draining gatewayDraining(WorkerProperties properties, CallGate gate, CallLedger ledger, Outcomes outcomes) {
        return new Draining(
                gate,
                () -> ledger.inFlight() == 0 && outcomes.waiting() == 0,
                properties.api().responseTimeout().plus(FLUSH));
    }

    @Bean
    GatewayStatus gatewayStatus(
            KafkaMessageListenerContainer<byte[], byte[]> callContainer,
            StopOnFailure failure,
            DeniedRights.Client deniedToGateway,
            CallSlots slots,
            ServiceBreaker breaker,
            Outcomes outcomes,
            ApiKeys keys) {
        return new ListenerStatus(callContainer, failure, deniedToGateway, slots, breaker, outcomes, keys);
    }
}
