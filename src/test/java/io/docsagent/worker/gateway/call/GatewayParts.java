package io.docsagent.worker.gateway.call;

import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.gateway.KeyHolds;
import io.docsagent.worker.gateway.SendPermission;
import io.docsagent.worker.gateway.breaker.ServiceBreaker;
import io.docsagent.worker.gateway.keys.ApiKeys;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.InputLog;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.listener.MessageListenerContainer;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The gateway of one instance, put together for the simulation; nothing of it waits. */
public final class GatewayParts {

    private final CallSlots slots;
    private final CallLedger ledger;
    private final CallGate gate;
    private final CallListener listener;
    private final SendPermission permission;
    private boolean stopped;
    private final Scheduler scheduler;
    private final CallPositions positions = new CallPositions();
    private final StopOnFailure failure = new StopOnFailure(positions);

    /** Does not run: only its state is asked for. */
    private final MessageListenerContainer container = new KafkaMessageListenerContainer<>(
            new DefaultKafkaConsumerFactory<byte[], byte[]>(Map.of()), new ContainerProperties("calls"));

    public GatewayParts(
            AgentApi api,
            ServiceBreaker breaker,
            InputLog inputs,
            ApiKeys keys,
            KeyHolds holds,
            SendPermission permission,
            LogClock clock,
            LongSupplier nanoTime,
            ScheduledExecutorService timer,
            int maxInFlight) {
        Scheduler scheduler = Schedulers.fromExecutorService(timer);
        Outcomes outcomes = new Outcomes(inputs, new GatewayObserver() {}, scheduler, scheduler);
        this.slots = new CallSlots(maxInFlight, 1_000, 10_000_000, breaker);
        this.ledger = new CallLedger(clock);
        HeldProjects held = new HeldProjects(outcomes, holds);
        keys.onChange(held);
        this.permission = permission;
        this.scheduler = scheduler;
        this.gate = new CallGate(slots, permission, outcomes::waiting, new OneThread(nanoTime));
        CallExecutor executor = new CallExecutor(api, ledger, outcomes, held, gate, slots, clock, scheduler);
        this.listener =
                new CallListener(gate, executor, new GatewayObserver() {}, new DeniedRights(System::nanoTime).client());
    }

    /** What starts the listener of the calls, and stops it while this instance may not send. */
    public SmartLifecycle consumption(SmartLifecycle calls) {
        return new CallConsumption(calls, permission, () -> stopped, scheduler);
    }

    public void assigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        positions.onPartitionsAssigned(consumer, partitions);
    }

    /** What the container does when a poll finds these positions out of range. */
    public void outOfRange(Consumer<?, ?> consumer, Map<TopicPartition, Long> partitions) {
        failure.handleOtherException(new OffsetOutOfRangeException(partitions), consumer, container, true);
    }

    /** False where the container stops for good, because a later release wrote what it gets. */
    public boolean deliver(List<ConsumerRecord<byte[], byte[]>> records, Consumer<?, ?> consumer) {
        try {
            listener.onMessage(records, consumer);
        } catch (Format.UnknownFormatException e) {
            stopped = true;
        }
        boolean unused = Thread.interrupted();
        return !stopped;
    }

    /** The simulation's only thread does not wait. */
    private record OneThread(LongSupplier clock) implements CallGate.ThreadTime {

        @Override
        public long nanoTime() {
            return clock.getAsLong();
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
            throw new InterruptedException();
        }
    }
}
