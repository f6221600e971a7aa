package io.docsagent.worker.simulation;

import static io.docsagent.worker.simulation.FaultKind.LOSE_ANSWERS;
import static io.docsagent.worker.simulation.FaultKind.READ_RECORDS_AND_OFFSETS_LOST;
import static io.docsagent.worker.simulation.FaultKind.STREAMS_OFFSETS_LOST;

import io.docsagent.worker.settings.WorkerProperties;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One run by one seed: publishers, instances and faults for a while, then a calm in which all must come to rest. */
final class Simulation {

    static final Duration WITH_FAULTS = Duration.ofMinutes(30);

    /** Longer than the retention of everything, so that hardly anything is left. */
    static final Duration CALM = Duration.ofHours(8);

    /** Where a project was held for hours, its last jobs ended that much later: after this time nothing may be left. */
    private static final Duration LONGEST_CALM = Duration.ofHours(16);

    /** So often it is seen whether the rest of a run is worth its time. */
    private static final Duration LOOK_INTERVAL = Duration.ofHours(1);

    private static final int PARTITIONS = 3;
    private static final int INSTANCES = 3;
    private static final int FEW_PROJECTS = 4;
    private static final int MANY_PROJECTS = 40;
    private static final int MOST_RECORDS = 150;
    private static final int FLOODS = 3;
    private static final int FEW_KINDS = 3;
    static final int MOST_FAULTS = 20;

    /** On the stores, for one record: 500 timers, and what a project has when an owner first sees it. */
    private static final int MOST_OPERATIONS = 1_000;

    private final World world;
    private final Settings settings;
    private final Broker broker;
    private final Promises promises;
    private final Service service;
    private final Publishers publishers;
    private final Operators operators;
    private final @Nullable Reviewers reviewers;
    private final Faults faults;
    private final List<Instance> instances = new ArrayList<>();
    private final List<KeyFiles> files = new ArrayList<>();
    private final List<WorkerProperties> all = new ArrayList<>();
    private final Coverage coverage;

    /**
     * Plans a run.
     *
     * @param omitted which of the planned faults do not happen, by their number
     */
    Simulation(long seed, Set<Integer> omitted, Coverage coverage, EventTrace trace) {
        this.coverage = coverage;
        this.world = new World(seed, trace);
        int projects = 1 + world.random().nextInt(world.oneIn(8) ? MANY_PROJECTS : FEW_PROJECTS);
        Traffic traffic = Traffic.of(seed);
        this.settings = new Settings(world, projects, traffic);
        WorkerProperties common = settings.common();
        this.broker = new Broker(world, PARTITIONS);
        broker.create(settings.topics().values());
        this.promises = new Promises(world, broker, common);
        this.service = new Service(
                world,
                settings.serviceLimit(),
                common.quota().capacity(),
                common.quota().period(),
                common.quota().straggler());
        this.publishers = new Publishers(
                world,
                broker,
                service,
                settings.topics(),
                projects,
                !settings.areLow(),
                traffic.withdrawals(),
                traffic.continuations() ? traffic.source("continuations") : null,
                common.dedupe().retention(),
                promises::postsOf);
        this.faults = new Faults(
                new FaultContext(world, broker, service, publishers, settings, promises, this::living, this::start));
        this.operators = new Operators(
                world,
                broker,
                publishers,
                promises,
                traffic.source("operations"),
                traffic.releases() ? traffic.source("releases") : null,
                projects);
        this.reviewers = traffic.pullRequests()
                ? new Reviewers(world, broker, service, publishers, traffic.source("pull requests"))
                : null;
        new Limits(world, broker, promises, settings).watch();
        if (traffic.operations() && !settings.areLow()) {
            operators.begin();
        }
        if (reviewers != null) {
            reviewers.begin();
        }
        plan(omitted, traffic.source("lost answers"));
        if (traffic.forgotten() && !settings.areLow()) {
            Duration retention = common.dedupe().retention();
            new LateRepetitions(world, publishers, promises, traffic.source("forgotten"), retention).begin();
        }
    }

    /** @param random of what a run draws in which the service takes each name once */
    private void plan(Set<Integer> omitted, SplittableRandom random) {
        for (int i = 0; i < INSTANCES; i++) {
            start();
        }
        int records = 20 + world.random().nextInt(MOST_RECORDS);
        for (int i = 0; i < records; i++) {
            world.in(world.upTo(WITH_FAULTS), publishers::publish);
        }
        if (settings.areLow()) {
            // Otherwise few of the limits are reached.
            for (int i = 0; i < FLOODS; i++) {
                world.in(
                        world.upTo(WITH_FAULTS),
                        () -> publishers.flood(
                                world.oneIn(3) ? null : "p" + world.random().nextInt(2)));
            }
        }
        int count = world.random().nextInt(MOST_FAULTS + 1);
        FaultKind[] kinds = kinds();
        for (int i = 0; i < count; i++) {
            FaultKind any = world.oneOf(kinds);
            // Otherwise few requests have to be repeated.
            FaultKind kind = settings.haveNames() && random.nextBoolean() ? LOSE_ANSWERS : any;
            Duration at = world.upTo(WITH_FAULTS);
            if (!omitted.contains(i)) {
                world.in(at, () -> faults.happen(kind));
            }
        }
    }

    private FaultKind[] kinds() {
        return switch (world.random().nextInt(4)) {
            // Otherwise there is hardly a time in which a project may blame nothing but another one.
            case 0 -> Faults.OF_ONE_PROJECT;
            // Otherwise few of them meet those that they need to do harm.
            case 1 ->
                Stream.generate(() -> world.oneOf(Faults.OF_ANY))
                        .limit(FEW_KINDS)
                        .toArray(FaultKind[]::new);
            default -> Faults.OF_ANY;
        };
    }

    /** Runs to the end; returns which promises were broken. */
    List<String> run() {
        try {
            world.runUntil(World.START.plus(WITH_FAULTS));
            faults.end();
            Instant end = world.now().plus(CALM);
            Instant last = world.now().plus(LONGEST_CALM);
            while (promises.broken().isEmpty()
                    && (world.now().isBefore(end) || (world.now().isBefore(last) && AtRest.isAnythingLeft(broker)))) {
                world.runUntil(world.now().plus(LOOK_INTERVAL));
            }
            if (promises.broken().isEmpty()) {
                check();
            }
            return promises.broken();
        } finally {
            files.forEach(KeyFiles::delete);
        }
    }

    private void check() {
        FinishedRun run = new FinishedRun(
                world,
                broker,
                service,
                promises,
                publishers,
                operators,
                Events.of(broker),
                new Calls(broker),
                settings.common(),
                all);
        new AtRest(run).check(faults.happened(STREAMS_OFFSETS_LOST) || faults.happened(READ_RECORDS_AND_OFFSETS_LOST));
        new JobReports(run).check(settings.areLow());
        new Reports(run).check(settings.areLow());
        new Refusals(run).check(settings.areShortOfBytes());
        new Observed(run).check(settings.areLow());
        new Operations(run).check();
        PullRequests pullRequests = new PullRequests(run);
        if (!settings.areLow()) {
            pullRequests.check(reviewers, settings.common().queue().maxOpenPullRequests());
        }
        new Names(run).check();
        new Dispatches(run).check();
        new CallOutcomes(run).check();
        new Waits(run, pullRequests).check(settings.allowIsolation());
        new Continuations(run, pullRequests).check(settings.areLow());
        if (service.limited() > 0 && settings.mustNeverBeLimited()) {
            promises.broken("the service refused " + service.limited() + " uses by its own limit");
        }
        broker.refusals().forEach(refusal -> promises.broken("too large: " + refusal));
        broker.inputsSetAside().forEach(input -> promises.broken("set aside: " + input));
        instances.stream()
                .map(Instance::mostWork)
                .filter(cost -> cost.operations() > MOST_OPERATIONS)
                .forEach(cost -> promises.broken("too much work: " + cost));
        coverage.add(faults, run.events(), run.calls(), world, promises);
    }

    private List<Instance> living() {
        return instances.stream().filter(instance -> !instance.isDead()).toList();
    }

    private void start() {
        KeyFiles own = new KeyFiles(service.keys());
        files.add(own);
        WorkerProperties now = settings.now(own);
        all.add(now);
        Host host = new Host(world, "worker-" + instances.size());
        var deployment = new Deployment(own, now, faults.release());
        instances.add(new Instance(world, host, broker, service, promises, deployment, this::start));
    }
}
