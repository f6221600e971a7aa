package io.docsagent.worker.engine;

import static java.util.Objects.requireNonNull;

import io.docsagent.worker.clock.Alarms;
import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Partitions;
import io.docsagent.worker.domain.Decider;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.ingress.CommitPolicy;
import io.docsagent.worker.ingress.DeadLetters;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Format.MalformedRecordException;
import io.docsagent.worker.wire.Format.UnknownFormatException;
import io.docsagent.worker.wire.Input;
import io.docsagent.worker.wire.Input.PullRequestSeen;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Loads, decides, saves and forwards, one input at a time, at the time at which the broker appended it. */
final class EngineProcessor implements Processor<String, byte[], Object, byte[]> {

    private final Dependencies dependencies;
    private final Format<Input> inputs = Format.of(Input.class);

    private ProcessorContext<Object, byte[]> context;
    private Map<String, Project> projects;
    private PartitionState state;
    private EngineOutput output;
    private OperationsOfAll ofAll;
    private WakeUps wakeUps;
    private int partition;

    /** What the engine works with. */
    record Dependencies(
            Policies policies,
            LiveProjects projects,
            Schedules schedules,
            EngineObserver observer,
            DeadLetters deadLetters,
            Inputs inputs,
            CommitPolicy commits) {}

    /** What is due at which time of the log, and which jobs are polled; rebuilt from the state. */
    record Schedules(Alarms alarms, JobWatch jobs) {}

    /** The topic of inputs, with its partitions and its time. */
    record Inputs(String topic, Partitions partitions, LogClock clock) {}

    @SuppressWarnings("NullAway.Init") // Kafka Streams calls init before anything else.
    EngineProcessor(Dependencies dependencies) {
        this.dependencies = dependencies;
    }

    /** Runs after the stores were restored; nothing may be forwarded here. */
    @Override
    public void init(ProcessorContext<Object, byte[]> context) {
        this.context = context;
        this.partition = context.taskId().partition();
        this.output = new EngineOutput(context, dependencies);
        this.projects = dependencies.projects().open(partition);
        this.state = new PartitionState(
                context,
                projects,
                dependencies.policies(),
                job -> dependencies.schedules().jobs().watch(partition, job));
        state.restore();
        this.ofAll = new OperationsOfAll(dependencies, state, output);
        this.wakeUps = new WakeUps(dependencies, partition);
        dependencies.projects().show(partition, state.installation());
        state.eachProject(this::requireOwner);
        state.eachProject(wakeUps::resume);
        dependencies.observer().restored(partition);
    }

    /** Otherwise two owners would each spend the project's quota. */
    private void requireOwner(Project project) {
        Partitions partitions = dependencies.inputs().partitions();
        if (partitions.of(project.id()) != partition) {
            throw new IllegalStateException("The state of project " + project.id() + " is on partition " + partition
                    + ", which is wrong with docs-agent.topics.partitions=" + partitions.number()
                    + ". Set it to its value when the worker first ran; topic partitions that were added by mistake"
                    + " stay unused");
        }
    }

    @Override
    public void process(Record<String, byte[]> record) {
        take(record);
        dependencies.commits().afterRecord(context::commit);
    }

    /** What Kafka does not take is no fault of the record: set aside, it would be committed as far as it was written. */
    private void take(Record<String, byte[]> record) {
        LogPosition position = positionOf(record);
        Input input = null;
        List<? extends Input> ofProjects;
        try {
            input = inputs.read(record.value());
            if (input instanceof Input.ClockProbed || state.isReadAgain(input)) {
                return;
            }
            if (OperationsOfAll.concerns(input)) {
                ofAll.take(input, position);
                return;
            }
            ofProjects = ofProjects(input);
        } catch (UnknownFormatException | KafkaException e) {
            throw e;
        } catch (RuntimeException e) {
            String projectId = projectOf(record);
            carryOut(input, projectId, position, setAside(record, input, projectId, position, e));
            return;
        }
        for (Input each : ofProjects) {
            take(record, each, position);
        }
    }

    /** A pull request of which nobody says whose it is concerns the projects that have it, often none. */
    private List<? extends Input> ofProjects(Input input) {
        return input instanceof PullRequestSeen seen && seen.projectId().equals(PullRequestSeen.ANY_PROJECT)
                ? state.projectsWith(seen.prLink()).stream().map(seen::of).toList()
                : List.of(input);
    }

    private void take(Record<String, byte[]> record, Input input, LogPosition position) {
        Decision decision;
        try {
            decision = decide(input, position);
        } catch (UnknownFormatException | KafkaException e) {
            throw e;
        } catch (RuntimeException e) {
            decision = setAside(record, input, input.projectId(), position, e);
        }
        carryOut(input, input.projectId(), position, decision);
    }

    private Decision decide(Input input, LogPosition position) {
        if (input instanceof Input.Received && !(input instanceof Input.Refused)) {
            Project expendable = state.toMakeRoomFor(input.projectId(), position.appendedAt());
            if (expendable != null) {
                forget(expendable, position);
            }
        }
        return state.decide(input.projectId(), context -> Decider.decide(context, input, position));
    }

    private void forget(Project expendable, LogPosition position) {
        // As it is once what is stored beside it has been counted.
        Decision decision = state.decide(
                expendable.id(),
                context -> Decider.forget(
                        context, requireNonNull(context.tables().projects().get(expendable.id())), position));
        state.forget(decision);
        decision.effects().forEach(effect -> output.carryOut(effect, position));
        wakeUps.set(null, expendable.id(), position, decision);
        dependencies.observer().decided(expendable.id(), decision);
    }

    private LogPosition positionOf(Record<String, byte[]> record) {
        long offset = context.recordMetadata().map(RecordMetadata::offset).orElse(-1L);
        Instant appendedAt = Instant.ofEpochMilli(record.timestamp());
        dependencies.inputs().clock().read(partition, appendedAt);
        return new LogPosition(
                partition, offset, appendedAt, dependencies.inputs().clock().instant());
    }

    private void carryOut(@Nullable Input input, String projectId, LogPosition position, Decision decision) {
        boolean isChanged = !decision.changes().projects().isEmpty();
        if (isChanged) {
            state.take(decision);
            dependencies.projects().show(projectId, state.delayed(projectId));
        } else {
            state.dropUnknown(projectId);
        }
        decision.effects().forEach(effect -> output.carryOut(effect, position));
        if (isChanged) {
            wakeUps.set(input, projectId, position, decision);
        }
        dependencies.observer().decided(projectId, decision);
    }

    /**
     * A record that makes the rules fail, or that cannot be read, would kill one replica after another: it changes nothing
     * but a hold of its project, where there is one.
     */
    private Decision setAside(
            Record<String, byte[]> record,
            @Nullable Input input,
            String projectId,
            LogPosition position,
            RuntimeException failure) {
        output.deadLetter(record, projectId, position, failure);
        boolean isOfOne = !projectId.equals(Operation.ALL_PROJECTS) && !projectId.equals(PullRequestSeen.ANY_PROJECT);
        boolean addsNone = input == null || input instanceof Input.Refused;
        if (!isOfOne || (addsNone && !projects.containsKey(projectId))) {
            return Decision.NOTHING;
        }
        dependencies.observer().failed(projectId);
        return held(projectId, position);
    }

    /** Empty, which is no project's id, where somebody else wrote the record without a key. */
    private static String projectOf(Record<String, byte[]> record) {
        return record.key() == null ? "" : record.key();
    }

    private Decision held(String projectId, LogPosition position) {
        try {
            return state.decide(projectId, context -> Decider.hold(context, projectId, position));
        } catch (MalformedRecordException e) {
            // The project's own state cannot be read: nothing is decided for it, and its records go to the dead
            // letters.
            wakeUps.stop(projectId);
            return Decision.NOTHING;
        }
    }

    @Override
    public void close() {
        if (dependencies.projects().close(partition, projects)) {
            dependencies.schedules().alarms().cancelAll(partition);
            dependencies.schedules().jobs().releaseAll(partition);
        }
    }
}
