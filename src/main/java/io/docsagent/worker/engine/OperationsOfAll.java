package io.docsagent.worker.engine;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.AllProjects;
import io.docsagent.worker.domain.AllProjects.Decided;
import io.docsagent.worker.domain.AllProjects.Wakes;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.engine.EngineProcessor.Dependencies;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/** Decides, saves and forwards what concerns all projects, and wakes those for which it changes something at once. */
final class OperationsOfAll {

    private final Dependencies dependencies;
    private final PartitionState state;
    private final EngineOutput output;

    OperationsOfAll(Dependencies dependencies, PartitionState state, EngineOutput output) {
        this.dependencies = dependencies;
        this.state = state;
        this.output = output;
    }

    /** Whether the input is of an operation that concerns all projects. */
    static boolean concerns(Input input) {
        return !(input instanceof Input.ClockProbed || input instanceof Input.Refused)
                && input.projectId().equals(Operation.ALL_PROJECTS);
    }

    void take(Input input, LogPosition position) {
        Policy policy = dependencies.policies().of(Operation.ALL_PROJECTS);
        Decided decided = AllProjects.decide(
                state.installation(),
                input,
                position,
                new AllProjects.Partition(
                        dependencies.inputs().partitions().number(),
                        policy.seen().operations(),
                        policy.dispatching().startHeld(),
                        this::waiting));
        state.take(decided.installation());
        dependencies.projects().show(position.partition(), decided.installation());
        decided.effects().forEach(effect -> output.carryOut(effect, position));
        wake(decided.wakes(), position.partition());
        var decision = new Decision(Decision.NOTHING.changes(), decided.effects(), Load.NONE, null);
        dependencies.observer().decided(Operation.ALL_PROJECTS, decision);
    }

    private int waiting(Wakes wakes) {
        int[] waiting = {0};
        each(wakes, project -> waiting[0] += project.counts().waiting());
        return waiting[0];
    }

    /**
     * By their alarms, which are derived: what is lost with this instance is set again by the next owner, which wakes each
     * project where something waits.
     */
    private void wake(Wakes wakes, int partition) {
        each(
                wakes,
                project ->
                        dependencies.schedules().alarms().set(partition, project.id(), Instant.EPOCH, Duration.ZERO));
    }

    private void each(Wakes wakes, Consumer<Project> visitor) {
        state.eachProject(project -> {
            if (project.counts().waiting() > 0 && isConcerned(wakes, project)) {
                visitor.accept(project);
            }
        });
    }

    private static boolean isConcerned(Wakes wakes, Project project) {
        return switch (wakes) {
            case NONE -> false;
            case WAITING -> true;
            case HELD -> !(project.hold() instanceof Hold.Flowing);
        };
    }
}
