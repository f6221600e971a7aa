package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.History;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The calls that the engine ordered, with their answers, and what was observed of jobs, as the topics have them. */
final class Calls {

    private static final Format<GatewayRequest> REQUEST = Format.of(GatewayRequest.class);
    private static final Format<Input> INPUT = Format.of(Input.class);

    private final Map<String, Called> all = new HashMap<>();
    private final Map<String, List<Called>> ofCommand = new HashMap<>();
    private final Map<String, Integer> observations = new HashMap<>();

    /** Of commands, but for those of the record that was read before. */
    private final Map<History.Arrival, LogPartition.Entry> arrivals = new LinkedHashMap<>();

    private final Set<Input.Published> records = new HashSet<>();

    /** By the link of the pull request. */
    private final Map<String, List<Report>> reports = new HashMap<>();

    /** The first inputs with operations, by their ids. */
    private final Map<String, LogPartition.Entry> operations = new HashMap<>();

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

        /** The inputs that said first that its outcome is unknown, and that it is known. */
        long unknownFrom = History.NEVER;

        long settledFrom = History.NEVER;

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
                    case Input.CommandArrived arrived -> arrived(arrived, entry);
                    case Input.OperationRequested requested ->
                        operations.putIfAbsent(requested.operation().operationId(), entry);
                    case Input.PullRequestSeen seen ->
                        reports.computeIfAbsent(seen.prLink(), none -> new ArrayList<>())
                                .add(new Report(partition.number(), entry, seen));
                    case Input.JobObserved observed -> observations.merge(observed.jobId(), 1, Integer::sum);
                    default -> {}
                }
            }
        }
    }

    private void arrived(Input.CommandArrived arrived, LogPartition.Entry entry) {
        String command = Post.commandOf(arrived.command().prompt());
        boolean again = arrived.published() != null && !records.add(arrived.published());
        if (!again && !command.isEmpty()) {
            arrivals.put(new History.Arrival(command, entry.offset(), entry.appendedAt()), entry);
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
        if (answer instanceof Answer.Unknown) {
            called.unknownFrom = Math.min(called.unknownFrom, entry.offset());
        } else {
            called.settledFrom = Math.min(called.settledFrom, entry.offset());
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

    /** An input that says what became of a pull request. */
    record Report(int partition, LogPartition.Entry entry, Input.PullRequestSeen seen) {}

    /** In the order of each partition. */
    List<Report> reportsOf(String prLink) {
        return reports.getOrDefault(prLink, List.of());
    }

    /** In the order of the log. */
    Set<History.Arrival> arrivals() {
        return arrivals.keySet();
    }

    Instant trueTimeOf(History.Arrival arrival) {
        return Objects.requireNonNull(arrivals.get(arrival)).at();
    }

    /** The offset of the first input with the command; after all others where there is none. */
    long arrivalOf(String command) {
        return arrivals.keySet().stream()
                .filter(arrival -> arrival.command().equals(command))
                .mapToLong(History.Arrival::position)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** The first input with the operation. */
    LogPartition.Entry arrivalOfOperation(String operation) {
        return Objects.requireNonNull(operations.get(operation));
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
