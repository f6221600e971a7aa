package io.docsagent.worker.simulation;

import io.docsagent.worker.WorkerProperties;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** One run by one seed: publishers, instances and faults for a while, then a calm in which all must come to rest. */
final class Simulation {

    static final Duration WITH_FAULTS = Duration.ofMinutes(30);

    /** Longer than the retention of everything, so that nothing may be left. */
    static final Duration CALM = Duration.ofHours(8);

    private static final int PARTITIONS = 3;
    private static final int INSTANCES = 3;
    private static final int MOST_PROJECTS = 4;
    private static final int MOST_RECORDS = 150;
    private static final int MOST_FAULTS = 20;

    private final Set<Rule> off;
    private final World world;
    private final Broker broker;
    private final Promises promises;
    private final Service service;
    private final Map<String, String> settings;
    private final List<Instance> instances = new ArrayList<>();
    private final Publishers publishers;
    private final Faults faults;
    private int names;

    /**
     * Plans a run.
     *
     * @param off rules that do not hold
     * @param mostFaults those planned after so many do not happen
     */
    Simulation(long seed, Set<Rule> off, int mostFaults, Story story) {
        this.off = off;
        this.world = new World(seed, story);
        int capacity = 2 + world.random().nextInt(6);
        Duration period = Duration.ofSeconds(30 + world.random().nextInt(270));
        Duration straggler = Duration.ofSeconds(10 + world.random().nextInt(110));
        this.settings = settings(capacity, period, straggler);
        WorkerProperties bound = bind(settings);
        this.broker = new Broker(world, PARTITIONS, off);
        this.promises = new Promises(capacity, period, bound.queue().createWait());
        this.service = new Service(world, capacity, period, straggler, promises::posted);
        this.publishers = new Publishers(world, broker, 1 + world.random().nextInt(MOST_PROJECTS));
        this.faults = new Faults(world, broker, service, this::living, this::start);
        plan(mostFaults);
    }

    private void plan(int mostFaults) {
        for (int i = 0; i < INSTANCES; i++) {
            start();
        }
        int records = 20 + world.random().nextInt(MOST_RECORDS);
        for (int i = 0; i < records; i++) {
            world.in(world.upTo(WITH_FAULTS), publishers::publish);
        }
        int count = world.random().nextInt(MOST_FAULTS);
        for (int i = 0; i < count; i++) {
            Faults.Kind kind = world.oneOf(Faults.Kind.values());
            Duration at = world.upTo(WITH_FAULTS);
            if (i < mostFaults) {
                world.in(at, () -> faults.happen(kind));
            }
        }
    }

    private Map<String, String> settings(int capacity, Duration period, Duration straggler) {
        Map<String, String> all = new HashMap<>(Map.of(
                "docs-agent.api.base-url", "http://localhost:1",
                "docs-agent.api.key", "k",
                "docs-agent.quota.capacity", Integer.toString(capacity),
                "docs-agent.quota.period", period.toSeconds() + "s",
                "docs-agent.quota.straggler", straggler.toSeconds() + "s",
                "docs-agent.dedupe.retention", "2h",
                "docs-agent.jobs.retention", "2h",
                "docs-agent.poll.give-up-after", "1h"));
        if (off.contains(Rule.MARGIN)) {
            all.put("docs-agent.quota.margin", "0s");
        }
        if (off.contains(Rule.STRAGGLER)) {
            all.put("docs-agent.quota.straggler", "0s");
        }
        return all;
    }

    private static WorkerProperties bind(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bind("docs-agent", WorkerProperties.class)
                .get();
    }

    /** Runs to the end; returns which promises were broken. */
    List<String> run() {
        world.runUntil(World.START.plus(WITH_FAULTS));
        faults.end();
        Instant end = world.now().plus(CALM);
        world.runUntil(end);
        return promises.atRest(broker, publishers.published());
    }

    /** As {@link #run}, of a run without faults. */
    List<String> runWithoutFaults() {
        List<String> broken = new ArrayList<>(run());
        broken.addAll(promises.withoutFaults(publishers.published()));
        return broken;
    }

    /** How often each kind of fault happened. */
    Map<Faults.Kind, Integer> faults() {
        return faults.counts();
    }

    private List<Instance> living() {
        return instances.stream().filter(instance -> !instance.isDead()).toList();
    }

    /** An operator may have changed a setting meanwhile that does not concern the quota. */
    private void start() {
        Map<String, String> own = new HashMap<>(settings);
        own.put(
                "docs-agent.dispatch.max-in-flight-per-project",
                Integer.toString(1 + world.random().nextInt(8)));
        own.put(
                "docs-agent.api.max-in-flight",
                Integer.toString(1 + world.random().nextInt(20)));
        instances.add(new Instance(world, "worker-" + names++, broker, service, bind(own), off));
    }
}
