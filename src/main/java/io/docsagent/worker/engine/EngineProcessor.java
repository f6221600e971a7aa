package io.docsagent.worker.engine;

import io.docsagent.worker.clock.Alarms;
import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Partitions;
import io.docsagent.worker.domain.Decider;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.ingress.CommitPolicy;
import io.docsagent.worker.ingress.DeadLetters;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Format.MalformedRecordException;
import io.docsagent.worker.wire.Format.UnknownFormatException;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Loads, decides, saves and forwards, one input at a time, at the time at which the broker appended it. */
final class EngineProcessor implements Processor<String, byte[], Object, byte[]> {

    /** By then the wake-up's acknowledgement has corrected the clock; a longer minimum would make alarms late. */
    private static final Duration LONGEST_GUARD = Duration.ofSeconds(1);

    /** The time over which a new owner visits the projects that only remember something. */
    private static final Duration SPREAD = Duration.ofMinutes(10);

    private final Dependencies dependencies;
    private final Format<Input> inputs = Format.of(Input.class);

    private ProcessorContext<Object, byte[]> context;
    private Map<String, Project> projects;
    private PartitionState state;
    private EngineOutput output;
    private OperationsOfAll ofAll;
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
        dependencies.projects().show(partition, state.installation());
        state.eachProject(this::requireOwner);
        state.eachProject(this::resume);
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

    /** Schedules the project's first wake-up: at once where something is to be done. */
    private void resume(Project project) {
        Instant at = project.isBusy()
                ? Instant.EPOCH
                : dependencies.inputs().clock().instant(partition).plus(spread(project.id()));
        dependencies.schedules().alarms().set(partition, project.id(), at, Duration.ZERO);
        if (project.hold() instanceof Hold.Held held && held.reason().isOfKey()) {
            dependencies.schedules().alarms().keyMayHaveChanged(project.id());
        }
    }

    private static Duration spread(String projectId) {
        return Duration.ofMillis(Math.floorMod(projectId.hashCode(), SPREAD.toMillis()));
    }

    @Override
    public void process(Record<String, byte[]> record) {
        take(record);
        dependencies.commits().afterRecord(context::commit);
    }

    private void take(Record<String, byte[]> record) {
        LogPosition position = positionOf(record);
        Input input = null;
        Decision decision;
        try {
            input = inputs.read(record.value());
            if (input instanceof Input.ClockProbed || state.isReadAgain(input)) {
                return;
            }
            if (OperationsOfAll.concerns(input)) {
                ofAll.take(input, position);
                return;
            }
            decision = decide(input, position);
        } catch (UnknownFormatException e) {
            throw e;
        } catch (RuntimeException e) {
            decision = setAside(record, input, position, e);
        }
        carryOut(input, projectOf(record), position, decision);
    }

    private Decision decide(Input input, LogPosition position) {
        if (input instanceof Input.Received) {
            Project expendable = state.toMakeRoomFor(input.projectId(), position.appendedAt());
            if (expendable != null) {
                forget(expendable, position);
            }
        }
        return state.decide(input.projectId(), context -> Decider.decide(context, input, position));
    }

    private void forget(Project expendable, LogPosition position) {
        Decision decision = state.decide(expendable.id(), context -> Decider.forget(context, expendable, position));
        state.forget(decision);
        decision.effects().forEach(effect -> output.carryOut(effect, position));
        dependencies.schedules().alarms().set(partition, expendable.id(), decision.nextMoment(), Duration.ZERO);
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
        if (decision.changes().projects().isEmpty()) {
            state.dropUnknown(projectId);
            return;
        }
        state.take(decision);
        decision.effects().forEach(effect -> output.carryOut(effect, position));
        Instant next = decision.nextMoment();
        dependencies.schedules().alarms().set(partition, projectId, next, atLeast(input, position, next));
        dependencies.observer().decided(projectId, decision);
    }

    /**
     * A wake-up that came early, because a new leader's clock is behind the previous one's, must not be repeated at
     * once.
     */
    private static Duration atLeast(@Nullable Input input, LogPosition position, @Nullable Instant next) {
        if (next == null || !(input instanceof Input.WokeUp)) {
            return Duration.ZERO;
        }
        Duration left = Duration.between(position.appendedAt(), next);
        return left.compareTo(LONGEST_GUARD) > 0 ? LONGEST_GUARD : left;
    }

    /**
     * A record that makes the rules fail, or that cannot be read, would kill one replica after another: it changes nothing
     * but a hold of its project, where there is one.
     */
    private Decision setAside(
            Record<String, byte[]> record, @Nullable Input input, LogPosition position, RuntimeException failure) {
        String projectId = projectOf(record);
        output.deadLetter(record, projectId, position, failure);
        boolean isOfAll = projectId.equals(Operation.ALL_PROJECTS);
        if (isOfAll || (input == null && !projects.containsKey(projectId))) {
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
