package io.docsagent.worker.engine;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.engine.EngineProcessor.Dependencies;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import tools.jackson.databind.ObjectWriter;

/** Writes what decisions lead to, in the transaction of the input that they decide. */
final class EngineOutput {

    private final ProcessorContext<Object, byte[]> context;
    private final Dependencies dependencies;
    private final Format<GatewayRequest> requests = Format.of(GatewayRequest.class);
    private final Format<Input> inputs = Format.of(Input.class);
    private final ObjectWriter events = JsonMappers.PUBLIC.writerFor(StatusEvent.class);
    private final ObjectWriter records = JsonMappers.PUBLIC.writerFor(CommandRecord.class);

    EngineOutput(ProcessorContext<Object, byte[]> context, Dependencies dependencies) {
        this.context = context;
        this.dependencies = dependencies;
    }

    /** Forwards what the effect writes, or has the poller follow a job. */
    void carryOut(Effect effect, LogPosition position) {
        long time = position.appendedAt().toEpochMilli();
        switch (effect) {
            case Effect.Send send -> {
                GatewayRequest request = send.request();
                context.forward(new Record<>(request.projectId(), requests.write(request), time), EngineTopology.CALLS);
                StepLog.decided(request);
            }
            case Effect.Announce announce -> {
                StatusEvent event = announce.event();
                byte[] json = events.writeValueAsBytes(event);
                context.forward(
                        new Record<>(event.projectId(), json, time, CloudEvents.headersOf(event)),
                        EngineTopology.EVENTS);
                StepLog.announced(event);
            }
            case Effect.PublishState state -> {
                String key = CommandRecord.keyOf(state.projectId(), state.commandId());
                byte[] json = state.command() == null ? null : records.writeValueAsBytes(state.command());
                context.forward(new Record<>(key, json, time), EngineTopology.COMMANDS);
            }
            case Effect.Spread spread -> append(spread.input(), time, EngineTopology.INPUTS_OF_ALL);
            case Effect.Report report -> append(report.input(), time, EngineTopology.INPUTS_OF_ONE);
            case Effect.Watch watch -> dependencies.schedules().jobs().watch(position.partition(), watch.job());
            case Effect.Release release ->
                dependencies.schedules().jobs().release(position.partition(), release.projectId(), release.jobId());
            case Effect.Count count -> {}
        }
    }

    private void append(Input input, long time, String sink) {
        context.forward(new Record<>(input.projectId(), inputs.write(input), time), sink);
    }

    /** Forwards an input as a dead letter, byte for byte. */
    void deadLetter(Record<String, byte[]> record, String projectId, LogPosition position, RuntimeException failure) {
        var received = new ConsumerRecord<>(
                dependencies.inputs().topic(),
                position.partition(),
                position.offset(),
                record.timestamp(),
                TimestampType.LOG_APPEND_TIME,
                0,
                0,
                record.key() == null ? null : record.key().getBytes(StandardCharsets.UTF_8),
                record.value(),
                record.headers(),
                Optional.empty());
        long now = dependencies.inputs().clock().millis();
        context.forward(dependencies.deadLetters().of(received, projectId, failure, now), EngineTopology.DEAD_LETTERS);
    }
}
