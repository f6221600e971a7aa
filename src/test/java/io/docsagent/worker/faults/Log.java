package io.docsagent.worker.faults;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.guarantee.Event;
import io.docsagent.worker.guarantee.History;
import io.docsagent.worker.harness.Topic;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What the worker's own topics say of the projects whose names begin with the prefix, read anew each time.
 *
 * @param afterwards how long after a call's {@code notAfter} the service may take it
 */
record Log(String brokers, String prefix, Duration afterwards) {

    private static final Format<Input> INPUT = Format.of(Input.class);
    private static final Format<GatewayRequest> REQUEST = Format.of(GatewayRequest.class);

    /** The positions of inputs by their projects and times: a call has the time of its input, as others may. */
    private static final class Inputs {
        private final Map<String, Map<Long, TreeSet<Long>>> positions = new HashMap<>();
        private final Map<String, Long> unknownFrom = new HashMap<>();
        private final Map<String, Long> settledFrom = new HashMap<>();
        private final Set<Input.Published> seen = new HashSet<>();
        private final Map<String, History.Renewal> resolved = new HashMap<>();
    }

    void addTo(History history) {
        Inputs inputs = new Inputs();
        each("docs-agent.inputs", record -> input(record, INPUT.read(record.value()), inputs, history));
        each("docs-agent.calls", record -> {
            if (REQUEST.read(record.value()) instanceof GatewayRequest.Call call) {
                Map<Long, TreeSet<Long>> ofProject =
                        Objects.requireNonNull(inputs.positions.get(call.projectId()), "a call for no input");
                TreeSet<Long> causes = Objects.requireNonNull(ofProject.get(record.timestamp()), "a call for no input");
                history.calls()
                        .add(new History.Call(
                                call.callId(),
                                call.projectId(),
                                Evidence.commandOf(call.prompt()),
                                causes.first(),
                                causes.last(),
                                Instant.ofEpochMilli(record.timestamp()),
                                call.notAfter().plus(afterwards),
                                inputs.unknownFrom.getOrDefault(call.callId(), History.NEVER),
                                inputs.settledFrom.getOrDefault(call.callId(), History.NEVER)));
            }
        });
        each(
                "docs-agent.commands",
                record -> history.records()
                        .add(new History.Stored(
                                new String(record.key(), StandardCharsets.UTF_8),
                                record.value() == null ? null : new String(record.value(), StandardCharsets.UTF_8),
                                Instant.ofEpochMilli(record.timestamp()))));
        for (Event event : history.events()) {
            // What an operator says was not taken may be sent again.
            if (event.type().equals("operation.done") && inputs.resolved.containsKey(event.operation())) {
                history.renewals().add(inputs.resolved.get(event.operation()));
            }
        }
    }

    private static void input(ConsumerRecord<byte[], byte[]> record, Input input, Inputs inputs, History history) {
        inputs.positions
                .computeIfAbsent(input.projectId(), none -> new HashMap<>())
                .computeIfAbsent(record.timestamp(), none -> new TreeSet<>())
                .add(record.offset());
        switch (input) {
            case Input.CommandArrived arrived -> {
                String command = arrived.command().commandId();
                if (command != null && inputs.seen.add(arrived.published())) {
                    Instant at = Instant.ofEpochMilli(record.timestamp());
                    history.arrivals().add(new History.Arrival(command, record.offset(), at));
                }
            }
            case Input.CallAnswered answered -> {
                if (answered.answer() instanceof Answer.Unknown) {
                    inputs.unknownFrom.putIfAbsent(answered.callId(), record.offset());
                } else if (!(answered.answer() instanceof Answer.InFlight)) {
                    inputs.settledFrom.putIfAbsent(answered.callId(), record.offset());
                }
            }
            case Input.OperationRequested requested -> {
                if (requested.operation().action() instanceof Operation.ResolveNotTaken resolved) {
                    long asked = Evidence.nanos(Instant.ofEpochMilli(record.timestamp()));
                    inputs.resolved.putIfAbsent(
                            requested.operation().operationId(),
                            new History.Renewal(resolved.commandId(), record.offset(), asked, true));
                }
            }
            default -> {}
        }
    }

    private void each(String topic, Consumer<ConsumerRecord<byte[], byte[]>> use) {
        try (Topic records = Topic.committed(brokers, topic)) {
            records.each(record -> {
                byte[] key = record.key();
                if (key != null && new String(key, StandardCharsets.UTF_8).startsWith(prefix)) {
                    use.accept(record);
                }
            });
        }
    }
}
