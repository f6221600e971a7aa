package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.guarantee.History.Outcome;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/** Promises that are kept in the history of one project, whose positions order its calls and answers. */
public final class Kept implements Guarantee {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final boolean forgetful;
    private final List<Promise> promises;
    private final History history = new History();
    private final Map<String, History.Call> calls = new LinkedHashMap<>();
    private final Set<String> unknown = new HashSet<>();
    private final Map<String, Long> settled = new HashMap<>();

    /** Creates with a key for continuing, and the calls that sent them to a job. */
    private final Set<String> keyed = new HashSet<>();

    private final Set<String> continued = new HashSet<>();

    /** Where commands are remembered for longer than the history takes. */
    public Kept(Promise... promises) {
        this(false, promises);
    }

    /** @param forgetful whether a command that is admitted again may have been forgotten */
    public Kept(boolean forgetful, Promise... promises) {
        this.forgetful = forgetful;
        this.promises = List.of(promises);
    }

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        long position = world.log().getLast().position().offset();
        switch (input) {
            case Input.CommandArrived arrived -> arrived(arrived.command(), position, world.decidedAt());
            case Input.CallAnswered answered -> heard(answered.callId(), answered.answer(), position);
            case Input.OperationRequested requested -> {
                Operation operation = requested.operation();
                boolean holds = operation.action() instanceof Operation.Hold;
                String taken =
                        operation.action() instanceof Operation.ResolveTaken resolved ? resolved.commandId() : null;
                history.operations()
                        .putIfAbsent(
                                operation.operationId(),
                                new History.Operation(operation.operationId(), operation.projectId(), holds, taken));
            }
            default -> {}
        }
        step.resolvedBy(input)
                .forEach(command -> history.renewals().add(new History.Renewal(command, position, position, true)));
        step.events()
                .forEach(event -> history.events()
                        .add(Event.of(world.log().getLast().position().partition(), JSON.valueToTree(event))));
        for (int i = 0; i < step.calls().size(); i++) {
            called(world, step.calls().get(i), step.called().get(i), position);
        }
    }

    private void arrived(Command command, long position, Instant at) {
        String id = command.commandId();
        if (command.type() == Command.Type.CANCEL) {
            Map<String, String> metadata = command.metadata();
            String own = metadata == null ? "cancel " + position : String.valueOf(metadata.get("id"));
            history.commands()
                    .put(own, new History.Command(own, command.projectId(), command.cancelCommandId(), null, null));
        } else if (id != null) {
            history.commands()
                    .putIfAbsent(id, new History.Command(id, command.projectId(), null, null, command.notBefore()));
            history.arrivals().add(new History.Arrival(id, position, at));
            if (command.continueKey() != null) {
                keyed.add(id);
            }
        }
    }

    private void called(ProjectWorld world, GatewayRequest.Call call, String command, long position) {
        Duration afterwards = world.policy()
                .dispatching()
                .responseTimeout()
                .plus(world.policy().quota().straggler());
        History.Call made = new History.Call(
                call.callId(),
                call.projectId(),
                command,
                position,
                position,
                world.decidedAt(),
                call.notAfter().plus(afterwards),
                History.NEVER,
                History.NEVER);
        if (call.jobId() != null && keyed.contains(command)) {
            continued.add(call.callId());
        }
        if (forgetful) {
            // The name of a call tells the position of the arrival that it comes from.
            List<String> name = List.of(call.callId().split("[.-]", -1));
            long admitted = Long.parseLong(name.get(name.size() - 2));
            history.renewals().add(new History.Renewal(command, admitted, admitted, false));
        }
        assertThat(calls.put(call.callId(), made))
                .as("first send of " + call.callId())
                .isNull();
    }

    private void heard(String callId, Answer answer, long position) {
        if (answer instanceof Answer.InFlight) {
            return;
        }
        boolean isUnknown = answer instanceof Answer.Unknown;
        if (isUnknown) {
            unknown.add(callId);
        }
        calls.computeIfPresent(
                callId,
                (id, call) -> new History.Call(
                        id,
                        call.project(),
                        call.command(),
                        call.first(),
                        call.last(),
                        call.at(),
                        call.deadline(),
                        isUnknown ? Math.min(call.unknownFrom(), position) : call.unknownFrom(),
                        isUnknown ? call.settledFrom() : Math.min(call.settledFrom(), position)));
        // A rejection ends its command, unless it comes so late that a repeat was decided before.
        boolean isJobGone = answer instanceof Answer.Rejected rejected
                && rejected.httpStatus() == 404
                && continued.contains(callId);
        boolean proves = isJobGone
                || answer instanceof Answer.NotSent
                || answer instanceof Answer.NoSlot
                || answer instanceof Answer.NotTaken
                || answer instanceof Answer.Unauthorized
                || answer instanceof Answer.Redirected
                || answer instanceof Answer.Throttled
                || (answer instanceof Answer.Rejected && unknown.contains(callId));
        if (proves) {
            settled.putIfAbsent(callId, position);
        }
    }

    @Override
    public void atTheEnd(ProjectWorld world) {
        calls.forEach((id, call) -> {
            history.calls().add(call);
            history.posts()
                    .add(new History.Post(
                            call.command(),
                            call.first(),
                            settled.getOrDefault(id, History.NEVER),
                            call.at(),
                            unknown.contains(id) ? Outcome.NOTHING : Outcome.REFUSED,
                            null,
                            false));
        });
        promises.forEach(promise ->
                assertThat(promise.broken(history)).as(promise.toString()).isEmpty());
    }
}
