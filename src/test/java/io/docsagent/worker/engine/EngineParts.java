package io.docsagent.worker.engine;

import io.docsagent.worker.clock.ClockProbe;
import io.docsagent.worker.clock.ClockSkew;
import io.docsagent.worker.clock.LogAlarms;
import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.contract.Partitions;
import io.docsagent.worker.contract.Topics;
import io.docsagent.worker.domain.state.Installation;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.ingress.CommitPolicy;
import io.docsagent.worker.ingress.DeadLetters;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.topics.RecordSizes;
import io.docsagent.worker.topics.StoreNames;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.InputLog;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.streams.processor.api.Processor;

/** The engine of one instance, put together for the simulation. */
public final class EngineParts {

    /** The limit of the topic of dead letters, which are cut to it. */
    private static final int DEAD_LETTER = 1_000_000;

    private final Policies policies;
    private final RecordSizes sizes;
    private final LiveProjects projects = new LiveProjects();
    private final Partitions partitions;
    private final LogClock clock;
    private final ClockSkew skew;
    private final KafkaInputLog inputs;
    private final LogAlarms alarms;
    private final ClockProbe probe;
    private final String inputsTopic;
    private final CommitPolicy commits;

    public EngineParts(
            WorkerProperties settings,
            int partitions,
            String inputsTopic,
            Producer<String, byte[]> producer,
            InstantSource wallClock,
            LogClock clock,
            CommitPolicy commits,
            ScheduledExecutorService timer) {
        this.partitions = new Partitions(partitions);
        this.policies = new Policies(settings);
        this.sizes = new RecordSizes(settings, policies.all());
        this.clock = clock;
        this.commits = commits;
        this.skew = new ClockSkew(settings.clock().maxSkew(), wallClock, clock);
        this.inputs = new KafkaInputLog(
                producer,
                inputsTopic,
                this.partitions,
                clock,
                skew,
                new DeniedRights(System::nanoTime).client(),
                Runnable::run);
        this.alarms = new LogAlarms(inputs, clock, timer);
        this.probe = new ClockProbe(partitions, inputs::probe, skew, timer, ClockProbe.TIMEOUT);
        this.inputsTopic = inputsTopic;
    }

    public InputLog inputs() {
        return inputs;
    }

    public ClockSkew skew() {
        return skew;
    }

    public LiveProjects projects() {
        return projects;
    }

    /** Begins to read the leaders' clocks, without waiting for the first readings as a start does. */
    public void watchClocks() {
        probe.watch();
    }

    /** When the instance's stream thread asks for a commit. */
    public CommitPolicy commits() {
        return commits;
    }

    /** How each store's values are written, by its name. */
    public Map<String, Format<?>> stores() {
        return Map.of(
                StoreNames.PROJECTS, Format.of(Project.class),
                StoreNames.QUEUE, Format.of(QueuedCommand.class),
                StoreNames.JOBS, Format.of(Job.class),
                StoreNames.SEEN, Format.of(Remembered.class),
                StoreNames.INSTALLATION, Format.of(Installation.class),
                StoreNames.POSITIONS, Format.of(ReadPositions.ReadUpTo.class));
    }

    /** The largest record of each topic; a changelog's by the name of its store. */
    public Map<String, Long> largestRecords(Topics topics) {
        Map<String, Long> largest = new HashMap<>(sizes.stores());
        largest.put(topics.requests(), sizes.request());
        largest.put(topics.inputs(), sizes.input());
        largest.put(topics.calls(), sizes.call());
        largest.put(topics.jobStatus(), sizes.event());
        largest.put(topics.requestsDlt(), (long) DEAD_LETTER);
        largest.put(topics.operationsDlt(), (long) DEAD_LETTER);
        return largest;
    }

    public Processor<String, byte[], Object, byte[]> processor(JobWatch jobs) {
        return new EngineProcessor(new EngineProcessor.Dependencies(
                policies,
                projects,
                new EngineProcessor.Schedules(alarms, jobs),
                new EngineObserver() {},
                new DeadLetters(DEAD_LETTER),
                new EngineProcessor.Inputs(inputsTopic, partitions, clock),
                commits));
    }
}
