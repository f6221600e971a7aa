package io.docsagent.worker.simulation;

import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.Format;
import io.docsagent.worker.message.GatewayRequest;
import io.docsagent.worker.message.Input;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The calls that the engine ordered, with their answers, and what was observed of jobs, as the topics have them. */
final class Calls {

    private static final Format<GatewayRequest> REQUEST = Format.of(GatewayRequest.class);
    private static final Format<Input> INPUT = Format.of(Input.class);

    private final Map<String, Called> all = new HashMap<>();
    private final Map<String, List<Called>> ofCommand = new HashMap<>();
    private final Map<String, Integer> observations = new HashMap<>();

    /** Of commands by their ids, and of operations by theirs: the offsets of their first inputs. */
    private final Map<String, Long> commands = new HashMap<>();

    private final Map<String, Long> operations = new HashMap<>();

    Calls(Broker broker) {
        readCalls(broker);
        readAnswers(broker);
    }

    /** A call, and how it ended; both null while it has not. */
    static final class Called {
        final GatewayRequest.Call call;
        final Instant at;

        /** The record's position among the calls of its project. */
        final long offset;

        /** The input by which it was made. */
        final LogPartition.Entry cause;

        /** When it was made, by the true time. */
        final Instant madeAt;

        /** When it ended, by the true time; null while it has not. */
        @Nullable
        Instant endedAt;

        @Nullable
        Answer answer;

        @Nullable
        Instant answeredAt;

        /** The first input, perhaps a late one, that said that the service has it; null while none has. */
        LogPartition.@Nullable Entry acceptance;

        /** When a gateway answered that it knows nothing of it. */
        @Nullable
        Instant deniedAt;

        Called(GatewayRequest.Call call, LogPartition.Entry entry) {
            this.call = call;
            this.at = entry.appendedAt();
            this.offset = entry.offset();
            this.madeAt = entry.at();
            this.cause = Objects.requireNonNull(entry.cause());
        }

        String command() {
            return Post.commandOf(call.prompt());
        }
    }

    private void readCalls(Broker broker) {
        for (LogPartition partition : broker.all(Broker.TOPICS.calls())) {
            for (LogPartition.Entry entry : partition.written()) {
                if (REQUEST.read(Release.NEXT.reads(entry.value())) instanceof GatewayRequest.Call call) {
                    Called called = new Called(call, entry);
                    all.put(call.callId(), called);
                    ofCommand
                            .computeIfAbsent(called.command(), none -> new ArrayList<>())
                            .add(called);
                }
            }
        }
    }

    private void readAnswers(Broker broker) {
        for (LogPartition partition : broker.all(Broker.TOPICS.inputs())) {
            for (LogPartition.Entry entry : partition.written()) {
                switch (INPUT.read(Release.NEXT.reads(entry.value()))) {
                    case Input.CallAnswered answered -> answered(all.get(answered.callId()), answered.answer(), entry);
                    case Input.CommandArrived arrived ->
                        commands.putIfAbsent(Post.commandOf(arrived.command().prompt()), entry.offset());
                    case Input.OperationRequested requested ->
                        operations.putIfAbsent(requested.operation().operationId(), entry.offset());
                    case Input.JobObserved observed -> observations.merge(observed.jobId(), 1, Integer::sum);
                    default -> {}
                }
            }
        }
    }

    private static void answered(@Nullable Called called, Answer answer, LogPartition.Entry entry) {
        if (called == null || answer instanceof Answer.InFlight) {
            return;
        }
        if (answer instanceof Answer.Accepted && called.acceptance == null) {
            called.acceptance = entry;
        }
        if (answer instanceof Answer.Unknown unknown && unknown.reason() == Answer.Unknown.Reason.NO_TRACE) {
            called.deniedAt = entry.appendedAt();
        }
        if (called.answer == null) {
            called.answer = answer;
            called.answeredAt = entry.appendedAt();
            called.endedAt = entry.at();
        }
    }

    Collection<Called> all() {
        return all.values();
    }

    @Nullable
    Called byId(String callId) {
        return all.get(callId);
    }

    /** The offset of the first input with the command; after all others where there is none. */
    long arrivalOf(String command) {
        return commands.getOrDefault(command, Long.MAX_VALUE);
    }

    /** The offset of the first input with the operation. */
    long arrivalOfOperation(String operation) {
        return operations.getOrDefault(operation, Long.MAX_VALUE);
    }

    List<Called> of(String command) {
        return ofCommand.getOrDefault(command, List.of());
    }

    /** How many observations of a job the poller appended. */
    int observations(String jobId) {
        return observations.getOrDefault(jobId, 0);
    }

    /** How often each kind of answer ended a call. */
    Map<String, Integer> answers() {
        Map<String, Integer> counts = new HashMap<>();
        all.values()
                .forEach(called -> counts.merge(
                        called.answer == null
                                ? "None"
                                : called.answer.getClass().getSimpleName(),
                        1,
                        Integer::sum));
        return counts;
    }
}
