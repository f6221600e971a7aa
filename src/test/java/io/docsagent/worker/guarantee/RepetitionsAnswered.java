package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.message.CommandState;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.StatusEvent;
import io.docsagent.worker.message.StatusEvent.Type;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A repetition is answered with where its command stands, for each command once in a minute at most. */
public final class RepetitionsAnswered implements Guarantee {

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final Map<String, Instant> answered = new HashMap<>();
    private final Map<String, CommandState> ended = new HashMap<>();

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        List<StatusEvent> duplicates = step.events().stream()
                .filter(event -> event.type() == Type.COMMAND_DUPLICATE && event.commandId() != null)
                .toList();
        String commandId = input instanceof Input.CommandArrived arrived
                ? arrived.command().commandId()
                : null;
        if (commandId != null && step.counted().contains("duplicate")) {
            Instant last = answered.get(commandId);
            boolean isDue = last == null || !last.plus(INTERVAL).isAfter(world.decidedAt());
            assertThat(duplicates)
                    .as("answers to repetitions")
                    .extracting(StatusEvent::commandId)
                    .isEqualTo(isDue ? List.of(commandId) : List.of());
        } else {
            assertThat(duplicates).as("answers to repetitions").isEmpty();
        }
        step.resolvedBy(input).forEach(ended::remove);
        // In order: a command may expire in the step that its repetition arrives in.
        for (StatusEvent event : step.events()) {
            if (event.type() == Type.COMMAND_DUPLICATE && event.commandId() != null) {
                answered(world.decidedAt(), event.commandId(), event);
            } else {
                ended(event);
            }
        }
    }

    private void answered(Instant at, String commandId, StatusEvent event) {
        CommandState state = Objects.requireNonNull(event.original()).state();
        CommandState end = ended.get(commandId);
        if (end == null) {
            assertThat(state).as("state of " + commandId).isIn(CommandState.QUEUED, CommandState.SENT);
        } else {
            assertThat(state).as("state of " + commandId).isEqualTo(end);
        }
        answered.put(commandId, at);
    }

    private void ended(StatusEvent event) {
        if (event.commandId() == null) {
            return;
        }
        if (event.job() != null) {
            ended.put(event.commandId(), CommandState.ACCEPTED);
        }
        switch (event.type()) {
            case COMMAND_REJECTED -> ended.put(event.commandId(), CommandState.REJECTED);
            case COMMAND_EXPIRED -> ended.put(event.commandId(), CommandState.EXPIRED);
            case COMMAND_UNKNOWN -> ended.put(event.commandId(), CommandState.UNKNOWN);
            case COMMAND_SUPERSEDED -> ended.put(event.commandId(), CommandState.SUPERSEDED);
            case COMMAND_CANCELLED -> ended.put(event.commandId(), CommandState.CANCELLED);
            default -> {}
        }
    }
}
