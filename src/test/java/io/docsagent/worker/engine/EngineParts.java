package io.docsagent.worker.engine;

import io.docsagent.worker.WorkerProperties;
import io.docsagent.worker.domain.state.DedupEntry;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.ingress.DeadLetters;
import io.docsagent.worker.message.Format;
import io.docsagent.worker.message.InputLog;
import io.docsagent.worker.message.LogClock;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.streams.processor.api.Processor;

/** The engine of one instance, put together for the simulation. */
public final class EngineParts {

    private final Policies policies;
    private final LiveProjects projects = new LiveProjects();
    private final LogClock clock;
    private final ClockSkew skew;
    private final KafkaInputLog inputs;
    private final LogAlarms alarms;
    private final ClockProbe probe;
    private final String inputsTopic;

    public EngineParts(
            WorkerProperties settings,
            int partitions,
            String inputsTopic,
            Producer<String, byte[]> producer,
            InstantSource wallClock,
            LogClock clock,
            ScheduledExecutorService timer) {
        this.policies = new Policies(settings);
        this.clock = clock;
        this.skew = new ClockSkew(settings.clock().maxSkew(), wallClock, clock);
        this.inputs = new KafkaInputLog(producer, inputsTopic, clock, skew);
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

    public Policies policies() {
        return policies;
    }

    /** Begins to read the leaders' clocks, without waiting for the first readings as a start does. */
    public void watchClocks() {
        probe.watch();
    }

    /** How each store's values are written, by its name. */
    public Map<String, Format<?>> stores() {
        return Map.of(
                StateStores.PROJECTS, Format1.projects(policies),
                StateStores.QUEUE, Format1.QUEUED,
                StateStores.JOBS, Format.of(Job.class),
                StateStores.SEEN, Format.of(DedupEntry.class),
                StateStores.POSITIONS, Format.of(PartitionState.ReadUpTo.class));
    }

    public Processor<String, byte[], Object, byte[]> processor(JobWatch jobs) {
        return new EngineProcessor(new EngineProcessor.Dependencies(
                policies,
                projects,
                alarms,
                jobs,
                new EngineObserver() {},
                new DeadLetters(1_000_000),
                inputsTopic,
                clock));
    }
}
