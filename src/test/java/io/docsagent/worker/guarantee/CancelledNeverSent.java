package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.StatusEvent;
import io.docsagent.worker.message.StatusEvent.Type;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/** A cancelled command is not called any more, and every cancel is answered or waits for its command. */
public final class CancelledNeverSent implements Guarantee {

    private final Set<String> cancelled = new HashSet<>();

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        step.events().stream()
                .filter(event -> event.type() == Type.COMMAND_CANCELLED)
                .forEach(event -> cancelled.add(Objects.requireNonNull(event.commandId())));
        assertThat(step.called()).as("called after they were cancelled").noneMatch(cancelled::contains);
        if (input instanceof Input.CommandArrived arrived && arrived.command().type() == Command.Type.CANCEL) {
            answered(world, arrived.command(), step);
        }
    }

    private static void answered(ProjectWorld world, Command cancel, Step step) {
        String target = Objects.requireNonNull(cancel.cancelCommandId());
        long answers =
                step.events().stream().filter(event -> isAnswer(event, target)).count();
        boolean waits = world.commands().stream()
                .anyMatch(waiting -> target.equals(waiting.command().cancelCommandId()));
        assertThat(answers)
                .as("answers to a cancel of " + target)
                .isBetween(waits ? 0L : 1L, step.counted().contains("duplicate") ? 1L : waits ? 0L : 1L);
    }

    private static boolean isAnswer(StatusEvent event, String target) {
        return switch (event.type()) {
            case COMMAND_CANCELLED -> target.equals(event.commandId());
            case COMMAND_REJECTED, COMMAND_DUPLICATE -> event.commandId() == null;
            default -> false;
        };
    }

    @Override
    public void atTheEnd(ProjectWorld world) {
        assertThat(world.commands())
                .filteredOn(waiting -> waiting.command().type() == Command.Type.CANCEL)
                .as("cancels that never ended")
                .isEmpty();
    }
}
