package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.StatusEvent;
import io.docsagent.worker.message.StatusEvent.Type;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Each command ends as a job, rejected, expired, cancelled, superseded, or unknown: in one way only, but that a job may
 * resolve an unknown, and an operator may say that an unknown was not taken, and be wrong.
 */
public final class EveryCommandEndsOnce implements Guarantee {

    private static final Set<String> WITHOUT_A_MARK = Set.of("unknown_create", "queue_full", "deadline_unreachable");

    private static final Set<Type> NO_ENDS =
            EnumSet.of(Type.COMMAND_QUEUED, Type.COMMAND_DUPLICATE, Type.COMMAND_DOUBLED);

    private final Map<String, Set<String>> ends = new LinkedHashMap<>();
    private final Map<String, Integer> endings = new HashMap<>();
    private final Set<String> turnedAway = new HashSet<>();
    private final Set<String> called = new HashSet<>();
    private final Set<String> dismissed = new HashSet<>();

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (input instanceof Input.CommandArrived arrived && arrived.command().commandId() != null) {
            ends.computeIfAbsent(String.valueOf(arrived.command().commandId()), absent -> new HashSet<>());
        }
        step.resolvedBy(input).forEach(this::dismissed);
        step.events().stream().filter(event -> event.commandId() != null).forEach(this::ended);
        called.addAll(step.called());
    }

    private void dismissed(String commandId) {
        assertThat(ends.get(commandId)).as("ends of " + commandId).isEqualTo(Set.of("command.unknown"));
        ends.put(commandId, new HashSet<>());
        endings.remove(commandId);
        called.remove(commandId);
        dismissed.add(commandId);
    }

    private void ended(StatusEvent event) {
        String commandId = String.valueOf(event.commandId());
        Set<String> soFar = ends.computeIfAbsent(commandId, absent -> new HashSet<>());
        if (event.job() != null) {
            soFar.add("job");
        } else if (event.reason() != null
                && WITHOUT_A_MARK.contains(event.reason().code())) {
            turnedAway.add(commandId);
        } else if (!NO_ENDS.contains(event.type())) {
            soFar.add(event.type().value());
            assertThat(endings.merge(commandId, 1, Integer::sum))
                    .as("ends of " + commandId)
                    .isEqualTo(1);
        }
        if (event.type() == Type.COMMAND_UNKNOWN) {
            assertThat(called).contains(commandId);
        }
    }

    @Override
    public void atTheEnd(ProjectWorld world) {
        ends.forEach((commandId, how) -> {
            if (dismissed.contains(commandId) && how.size() == 2) {
                assertThat(how).as("ends of " + commandId).contains("job");
            } else if (!how.isEmpty() || !turnedAway.contains(commandId)) {
                assertThat(how)
                        .as("ends of " + commandId)
                        .isIn(
                                Set.of("job"),
                                Set.of("command.rejected"),
                                Set.of("command.expired"),
                                Set.of("command.cancelled"),
                                Set.of("command.superseded"),
                                Set.of("command.unknown"),
                                Set.of("command.unknown", "job"));
            }
        });
        assertThat(world.commandsKept()).as("commands that never ended").isZero();
    }
}
