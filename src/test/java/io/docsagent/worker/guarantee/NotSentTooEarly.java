package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.StatusEvent;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * No call before the {@code notBefore} of its command, and of those whose place it took; and no repeat that an operator
 * wants before the service can take the earlier calls no more.
 */
public final class NotSentTooEarly implements Guarantee {

    private final Map<String, Instant> earliest = new HashMap<>();

    private final Map<String, Instant> deadlines = new HashMap<>();

    /** By when the service has taken each call of unknown outcome, or will not take it. */
    private final Map<String, Instant> open = new HashMap<>();

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (input instanceof Input.CommandArrived arrived && arrived.command().commandId() != null) {
            Instant notBefore = arrived.command().notBefore();
            earliest.putIfAbsent(arrived.command().commandId(), notBefore == null ? Instant.MIN : notBefore);
        }
        for (StatusEvent event : step.events()) {
            if (event.superseded() != null && event.superseded().supersededBy() != null) {
                Instant older = earliest.getOrDefault(String.valueOf(event.commandId()), Instant.MIN);
                earliest.merge(
                        event.superseded().supersededBy(), older, (one, other) -> one.isBefore(other) ? one : other);
            }
        }
        if (input instanceof Input.CallAnswered answered && !(answered.answer() instanceof Answer.InFlight)) {
            Instant until = deadlines.get(answered.callId());
            open.remove(answered.callId());
            if (answered.answer() instanceof Answer.Unknown && until != null) {
                open.put(answered.callId(), until);
            }
            deadlines.remove(answered.callId());
        }
        for (String commandId : step.resolvedBy(input)) {
            String command = Identity.ofCommandId(commandId).key() + ".";
            open.forEach((callId, until) -> {
                if (callId.startsWith(command)) {
                    earliest.merge(commandId, until, (one, other) -> one.isAfter(other) ? one : other);
                }
            });
        }
        step.calls()
                .forEach(call -> deadlines.put(
                        call.callId(),
                        call.notAfter()
                                .plus(world.policy().dispatching().responseTimeout())
                                .plus(world.policy().quota().straggler())));
        for (String called : step.called()) {
            assertThat(earliest.getOrDefault(called, Instant.MIN))
                    .as("earliest call of " + called)
                    .isBeforeOrEqualTo(world.decidedAt());
        }
    }
}
