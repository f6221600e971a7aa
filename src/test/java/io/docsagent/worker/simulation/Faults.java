package io.docsagent.worker.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Faults of brokers, machines, networks, operators, publishers and the service, drawn from the seed. */
final class Faults {

    /** How far the clocks of leaders may be from the true time, as the default settings allow. */
    private static final Duration LEADERS_SKEW = Duration.ofMillis(4_900);

    /** How often leaders change, where they do. */
    private static final int LEADERS = 10;

    private static final Duration SHORT = Duration.ofSeconds(40);
    private static final Duration LONG = Duration.ofMinutes(15);
    private static final Duration RESTART = Duration.ofSeconds(30);
    private static final Duration TROUBLE = Duration.ofMinutes(2);
    private static final Duration SPREAD = Duration.ofMinutes(1);
    private static final Duration SLOW = Duration.ofMinutes(5);

    /** Those that concern one project, of which no other may notice anything. */
    static final Kind[] OF_ONE_PROJECT = {Kind.OWN_KEY_ROTATES, Kind.SERVICE_IS_SLOW_FOR_A_PROJECT, Kind.FLOOD};

    /** Those that concern any; trouble of the service is of many kinds. */
    static final Kind[] OF_ANY = ofAny();

    private final World world;
    private final Broker broker;
    private final Service service;
    private final Publishers publishers;
    private final Settings settings;
    private final Promises promises;
    private final Supplier<List<Instance>> living;
    private final Runnable startOne;
    private Release release = Release.THIS;
    private Release newest = Release.THIS;
    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

    Faults(
            World world,
            Broker broker,
            Service service,
            Publishers publishers,
            Settings settings,
            Promises promises,
            Supplier<List<Instance>> living,
            Runnable startOne) {
        this.world = world;
        this.broker = broker;
        this.service = service;
        this.publishers = publishers;
        this.settings = settings;
        this.promises = promises;
        this.living = living;
        this.startOne = startOne;
    }

    /** The kinds of faults. */
    enum Kind {
        KILL,
        KILL_IN_STEP,
        KILL_ALL,
        FREEZE,
        FREEZE_IN_STEP,
        FREEZE_WHILE_SENDING,
        CUT_OFF_FROM_KAFKA,
        CUT_OFF_FROM_SERVICE,
        SLOW_NETWORK,
        LOSE_ANSWERS,
        WALL_CLOCK_JUMPS,
        WALL_CLOCK_DRIFTS,
        LEADER_CHANGES,
        GATEWAY_OFFSETS_LOST,
        STREAMS_OFFSETS_LOST,
        READ_RECORDS_AND_OFFSETS_LOST,
        UNREAD_CALLS_LOST,
        ROLL_FORWARD,
        ROLL_BACK,
        SHARED_KEY_ROTATES,
        OWN_KEY_ROTATES,
        SERVICE_HAS_TROUBLE,
        SERVICE_IS_SLOW_FOR_A_PROJECT,
        FLOOD,
        SETTINGS_CHANGE
    }

    private static Kind[] ofAny() {
        List<Kind> drawn = new ArrayList<>(List.of(Kind.values()));
        drawn.addAll(Collections.nCopies(3, Kind.SERVICE_HAS_TROUBLE));
        return drawn.toArray(Kind[]::new);
    }

    /** How often each kind happened. */
    Map<Kind, Integer> counts() {
        return counts;
    }

    boolean happened(Kind kind) {
        return counts.containsKey(kind);
    }

    void happen(Kind kind) {
        List<Instance> all = living.get();
        if (all.isEmpty()) {
            return;
        }
        counts.merge(kind, 1, Integer::sum);
        world.note("fault", kind::toString);
        Instance one = all.get(world.random().nextInt(all.size()));
        switch (kind) {
            case KILL -> kill(one);
            case KILL_IN_STEP -> {
                // It may never come to that step; only what is planned then disturbs.
                one.killInStep(1 + world.random().nextInt(20), () -> {
                    promises.disturbed(RESTART);
                    after(RESTART, startOne);
                });
            }
            case KILL_ALL -> all.forEach(this::kill);
            case FREEZE -> one.freeze(disturbedUpTo(world.oneIn(3) ? LONG : SHORT));
            case FREEZE_IN_STEP -> {
                Duration how = world.upTo(world.oneIn(2) ? LONG : SHORT);
                one.freezeInStep(1 + world.random().nextInt(20), () -> promises.disturbed(how), how);
            }
            case FREEZE_WHILE_SENDING -> {
                publishers.flood("p0");
                Duration how = world.upTo(world.oneIn(2) ? LONG : SHORT);
                one.freezeWhileSending(1 + world.random().nextInt(4), () -> promises.disturbed(how), how);
            }
            case CUT_OFF_FROM_KAFKA -> one.cutOffFromKafka(disturbedUpTo(world.oneIn(3) ? LONG : SHORT));
            case CUT_OFF_FROM_SERVICE -> {
                one.service().cutOff(true);
                world.in(disturbedUpTo(TROUBLE), () -> one.service().cutOff(false));
            }
            case SLOW_NETWORK -> {
                one.link().slow(Duration.ofSeconds(2));
                world.in(disturbedUpTo(TROUBLE), () -> one.link().slow(Duration.ofMillis(5)));
            }
            case LOSE_ANSWERS -> {
                publishers.flood("p0");
                one.service().loses(true);
                world.in(disturbedUpTo(TROUBLE), () -> one.service().loses(false));
            }
            case WALL_CLOCK_JUMPS -> {
                one.host().wallClockJumps(either(world.upTo(Duration.ofHours(2))));
                world.in(disturbedUpTo(Duration.ofMinutes(3)), () -> one.host().wallClockJumps(Duration.ZERO));
            }
            case WALL_CLOCK_DRIFTS -> {
                one.host().wallClockDrifts((world.random().nextDouble() - 0.5) / 2);
                world.in(disturbedUpTo(Duration.ofMinutes(3)), () -> one.host().wallClockJumps(Duration.ZERO));
            }
            case LEADER_CHANGES -> {
                leaderChanges();
                for (int again = 1; again < LEADERS; again++) {
                    world.in(world.upTo(Duration.ofMinutes(5)), this::leaderChanges);
                }
            }
            case GATEWAY_OFFSETS_LOST -> {
                all.forEach(this::kill);
                broker.gateways().forgetOffsets();
            }
            case STREAMS_OFFSETS_LOST -> {
                all.forEach(this::kill);
                broker.streams().forgetOffsets();
            }
            case READ_RECORDS_AND_OFFSETS_LOST -> {
                all.forEach(this::kill);
                broker.deletesWhatWasRead();
                broker.gateways().forgetOffsets();
                broker.streams().forgetOffsets();
            }
            case UNREAD_CALLS_LOST -> {
                promises.disturbed(Duration.ZERO);
                broker.deletesCalls();
            }
            case ROLL_FORWARD -> roll(one, Release.NEXT);
            case ROLL_BACK -> {
                roll(one, Release.THIS);
            }
            case SHARED_KEY_ROTATES -> {
                service.keys().rotateShared();
                keysSpread();
            }
            case OWN_KEY_ROTATES -> {
                service.keys().rotateOwn("p0");
                keysSpread();
            }
            case SERVICE_HAS_TROUBLE -> {
                Duration each = disturbedUpTo(world.oneIn(3) ? LONG : TROUBLE).dividedBy(2);
                service.has(world.oneOf(Service.Trouble.values()));
                world.in(each, () -> service.has(world.oneOf(Service.Trouble.values())));
                world.in(each.multipliedBy(2), () -> service.has(null));
            }
            case SERVICE_IS_SLOW_FOR_A_PROJECT -> {
                service.slows("p0", true);
                publishers.flood("p0");
                promises.lookupsDisturbed(SLOW);
                world.in(SLOW, () -> service.slows("p0", false));
            }
            case FLOOD ->
                publishers.flood(world.oneIn(3) ? null : "p" + world.random().nextInt(2));
            case SETTINGS_CHANGE -> {
                settings.changeQuota();
                all.forEach(each -> after(Duration.ofMinutes(1), () -> kill(each)));
            }
        }
    }

    /** What the operator starts at present. */
    Release release() {
        return release;
    }

    /** One instance gives way to one of that release, and so does each that is started from now on. */
    private void roll(Instance one, Release next) {
        release = next;
        newest = next == Release.NEXT ? next : newest;
        kill(one);
    }

    /** The service works from now on, and the newest release runs everywhere; machines and networks recover by themselves within 15 minutes. */
    void end() {
        world.note("fault", () -> "no new ones from now on");
        service.has(null);
        service.forbidsNothing();
        service.slows("p0", false);
        release = newest;
        living.get().stream().filter(instance -> instance.release() != newest).forEach(this::kill);
    }

    private void kill(Instance one) {
        if (!one.isDead()) {
            world.note(one, () -> "is killed");
            promises.disturbed(RESTART);
            one.kill();
            after(RESTART, startOne);
        }
    }

    private void leaderChanges() {
        promises.disturbed(Duration.ZERO);
        LogPartition partition = world.oneIn(2) ? broker.anyPartition() : broker.anyPartitionOf(Broker.TOPICS.inputs());
        partition.leaderChanges(either(world.upTo(LEADERS_SKEW)));
    }

    /** Each instance gets the new keys some time later. */
    private void keysSpread() {
        promises.lookupsDisturbed(SPREAD);
        Duration longest = Duration.ZERO;
        for (Instance each : living.get()) {
            Duration later = world.upTo(SPREAD);
            longest = later.compareTo(longest) > 0 ? later : longest;
            world.in(later, () -> {
                if (!each.isDead()) {
                    each.gets(service.keys());
                }
            });
        }
        promises.keysDiffer(longest.plus(Instance.KEYS_COMPARED));
    }

    private Duration disturbedUpTo(Duration most) {
        Duration lasts = world.upTo(most);
        promises.disturbed(lasts);
        return lasts;
    }

    private Duration either(Duration duration) {
        return world.oneIn(2) ? duration : duration.negated();
    }

    private void after(Duration atMost, Runnable task) {
        world.in(world.upTo(atMost), task);
    }
}
