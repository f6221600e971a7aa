package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.StatusEvent;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** No call before the {@code notBefore} of its command, and of those whose place it took. */
public final class NotSentTooEarly implements Guarantee {

    private final Map<String, Instant> earliest = new HashMap<>();

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
        for (String called : step.called()) {
            assertThat(earliest.getOrDefault(called, Instant.MIN))
                    .as("earliest call of " + called)
                    .isBeforeOrEqualTo(world.decidedAt());
        }
    }
}
