package io.docsagent.worker.testkit;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What one input led to. */
public record Step(Decision decision) {

    public List<GatewayRequest.Call> calls() {
        return requests(GatewayRequest.Call.class).toList();
    }

    /** The commands called, by the end of their prompts. */
    public List<String> called() {
        return calls().stream().map(call -> commandOf(call.prompt())).toList();
    }

    /** The command that a prompt was sent for: the last one, where it was appended to others. */
    static String commandOf(String prompt) {
        String begin = "prompt of ";
        int last = prompt.lastIndexOf(begin);
        return last < 0 ? prompt : prompt.substring(last + begin.length());
    }

    public List<String> outcomeQueries() {
        return requests(GatewayRequest.OutcomeQuery.class)
                .map(GatewayRequest.OutcomeQuery::callId)
                .toList();
    }

    public List<StatusEvent> events() {
        return of(Effect.Announce.class).map(Effect.Announce::event).toList();
    }

    /** Of what was announced last. */
    public QueuePlace place() {
        return Objects.requireNonNull(events().getLast().queue());
    }

    /** Each event as {@code type about whom [code]}. */
    public List<String> announced() {
        return events().stream().map(Step::shortly).toList();
    }

    public List<String> counted() {
        return of(Effect.Count.class).map(Effect.Count::code).toList();
    }

    public List<Effect.Watch> watched() {
        return of(Effect.Watch.class).toList();
    }

    public List<String> released() {
        return of(Effect.Release.class).map(Effect.Release::jobId).toList();
    }

    /** Whether the operation was done in this step. */
    public boolean did(Operation operation) {
        return events().stream()
                .anyMatch(event -> event.type() == StatusEvent.Type.OPERATION_DONE
                        && event.operation() != null
                        && event.operation().operationId().equals(operation.operationId()));
    }

    /** The commandIds of those that an operator resolved as not taken, where the input was such an operation. */
    public Set<String> resolvedBy(Input input) {
        Set<String> resolved = new HashSet<>();
        if (!(input instanceof Input.OperationRequested)) {
            return resolved;
        }
        for (StatusEvent event : events()) {
            if (event.commandId() != null
                    && event.reason() != null
                    && event.reason().code().equals("not_taken")) {
                resolved.add(event.commandId());
            }
        }
        decision.changes().queue().values().stream().flatMap(Optional::stream).forEach(queued -> {
            Optional<Remembered> forgotten = decision.changes().seen().get(Keys.seen(Asked.PROJECT, queued.identity()));
            if (forgotten != null && forgotten.isEmpty() && queued.calls().wasDismissed()) {
                resolved.add(String.valueOf(queued.command().commandId()));
            }
        });
        return resolved;
    }

    public @Nullable Instant nextMoment() {
        return decision.nextMoment();
    }

    private <O extends GatewayRequest> Stream<O> requests(Class<O> kind) {
        return of(Effect.Send.class)
                .map(Effect.Send::request)
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    private <E extends Effect> Stream<E> of(Class<E> kind) {
        return decision.effects().stream().filter(kind::isInstance).map(kind::cast);
    }

    private static String shortly(StatusEvent.Original original) {
        return Stream.of(
                        original.state().name().toLowerCase(Locale.ROOT),
                        original.supersededBy(),
                        original.jobId(),
                        original.status(),
                        original.prLink())
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" "));
    }

    private static String shortly(StatusEvent.OperationAnswer answer) {
        String affected = answer.affected() == null ? "" : " " + answer.affected();
        return answer.operation() + " " + answer.operationId() + affected;
    }

    static String shortly(StatusEvent event) {
        String text = event.type().value();
        text += event.commandId() == null ? "" : " " + event.commandId();
        text += event.job() == null ? "" : " " + event.job().jobId();
        text += event.queue() == null ? "" : " " + event.queue().reason();
        text += event.superseded() == null ? "" : " by " + event.superseded().supersededBy();
        text += event.operation() == null ? "" : " " + shortly(event.operation());
        text += event.original() == null ? "" : " " + shortly(event.original());
        return event.reason() == null ? text : text + " " + event.reason().code();
    }
}
