package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.StatusEvent.Type;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The prompt of a superseded command is part of the one of the command in its place, or of none, as that one asked. */
public final class PromptsOfSuperseded implements Guarantee {

    private final Map<String, String> prompts = new HashMap<>();
    private final Map<String, Coalesce> keys = new HashMap<>();

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (input instanceof Input.CommandArrived arrived && arrived.command().commandId() != null) {
            prompts.putIfAbsent(arrived.command().commandId(), arrived.command().prompt());
            keys.putIfAbsent(arrived.command().commandId(), arrived.command().coalesce());
        }
        step.events().stream()
                .filter(event -> event.type() == Type.COMMAND_SUPERSEDED)
                .forEach(event -> superseded(
                        Objects.requireNonNull(event.commandId()),
                        Objects.requireNonNull(
                                Objects.requireNonNull(event.superseded()).supersededBy())));
        step.calls().forEach(call -> {
            String command = step.called().get(step.calls().indexOf(call));
            assertThat(call.prompt()).as("prompt of " + command).isEqualTo(prompts.get(command));
        });
        if (!step.decision().changes().queue().isEmpty()) {
            oneWaitsForEachKey(world);
        }
    }

    private void superseded(String older, String newer) {
        Coalesce coalesce = Objects.requireNonNull(keys.get(newer));
        if (coalesce.mode() == Coalesce.Mode.APPEND) {
            prompts.put(newer, prompts.get(older) + "\n\n" + prompts.get(newer));
        }
    }

    /** But for those that the service may have taken. */
    private static void oneWaitsForEachKey(ProjectWorld world) {
        List<String> waiting = new ArrayList<>();
        for (QueuedCommand queued : world.commands()) {
            Coalesce coalesce = queued.command().coalesce();
            if (queued.call() == null
                    && coalesce != null
                    && coalesce.mode() != null
                    && !world.mayHaveBeenTaken(queued)) {
                boolean isCreate = queued.type() == Command.Type.CREATE;
                waiting.add((isCreate ? queued.command().continueKey() : queued.lane()) + " " + coalesce.key());
            }
        }
        assertThat(waiting).as("keys of waiting commands").doesNotHaveDuplicates();
    }
}
