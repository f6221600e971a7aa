package io.docsagent.worker.simulation;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Faults of brokers, machines, networks and the service, drawn from the seed; each ends by itself. */
final class Faults {

    /** How far the clocks of leaders may be from the true time, as the default settings allow. */
    private static final Duration LEADERS_SKEW = Duration.ofMillis(4_900);

    private final World world;
    private final Broker broker;
    private final Service service;
    private final Supplier<List<Instance>> living;
    private final Runnable startOne;
    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

    Faults(World world, Broker broker, Service service, Supplier<List<Instance>> living, Runnable startOne) {
        this.world = world;
        this.broker = broker;
        this.service = service;
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
        CUT_OFF_FROM_KAFKA,
        CUT_OFF_FROM_SERVICE,
        SLOW_NETWORK,
        LOSE_ANSWERS,
        WALL_CLOCK_JUMPS,
        LEADER_CHANGES,
        GATEWAY_OFFSETS_LOST,
        STREAMS_OFFSETS_LOST,
        KEY_ROTATES,
        SERVICE_FAILS
    }

    /** How often each kind happened. */
    Map<Kind, Integer> counts() {
        return counts;
    }

    void happen(Kind kind) {
        List<Instance> all = living.get();
        if (all.isEmpty()) {
            return;
        }
        counts.merge(kind, 1, Integer::sum);
        world.note("fault", () -> kind.toString());
        Instance one = all.get(world.random().nextInt(all.size()));
        switch (kind) {
            case KILL -> kill(one);
            case KILL_IN_STEP ->
                one.killInStep(1 + world.random().nextInt(20), () -> after(Duration.ofSeconds(30), startOne));
            case KILL_ALL -> all.forEach(this::kill);
            case FREEZE -> one.freeze(world.upTo(Duration.ofSeconds(world.oneIn(3) ? 900 : 40)));
            case FREEZE_IN_STEP ->
                one.freezeInStep(
                        1 + world.random().nextInt(20), world.upTo(Duration.ofSeconds(world.oneIn(2) ? 900 : 40)));
            case CUT_OFF_FROM_KAFKA -> one.cutOffFromKafka(world.upTo(Duration.ofSeconds(world.oneIn(3) ? 900 : 40)));
            case CUT_OFF_FROM_SERVICE -> {
                one.api().cutOff(true);
                after(Duration.ofMinutes(2), () -> one.api().cutOff(false));
            }
            case SLOW_NETWORK -> {
                one.link().slow(Duration.ofSeconds(2));
                after(Duration.ofMinutes(2), () -> one.link().slow(Duration.ofMillis(5)));
            }
            case LOSE_ANSWERS -> {
                one.api().losesAnswers(true);
                after(Duration.ofMinutes(2), () -> one.api().losesAnswers(false));
            }
            case WALL_CLOCK_JUMPS -> {
                one.host().wallClockJumps(either(world.upTo(Duration.ofHours(2))));
                after(Duration.ofMinutes(3), () -> one.host().wallClockJumps(Duration.ZERO));
            }
            case LEADER_CHANGES -> leaderChanges();
            case GATEWAY_OFFSETS_LOST -> {
                all.forEach(this::kill);
                broker.gateways().forgetOffsets();
            }
            case STREAMS_OFFSETS_LOST -> {
                all.forEach(this::kill);
                broker.streams().forgetOffsets();
            }
            case KEY_ROTATES -> {
                service.rotateKey();
                all.forEach(each -> after(Duration.ofMinutes(1), () -> each.reads(service.key())));
            }
            case SERVICE_FAILS -> {
                service.has(world.oneOf(Service.Trouble.values()));
                after(Duration.ofMinutes(2), () -> service.has(Service.Trouble.NONE));
            }
        }
    }

    /** The service works from now on; machines and networks recover by themselves within 15 minutes. */
    void end() {
        world.note("fault", () -> "no new ones from now on");
        service.has(Service.Trouble.NONE);
    }

    private void kill(Instance one) {
        world.note(one, () -> "is killed");
        one.kill();
        after(Duration.ofSeconds(30), startOne);
    }

    private void leaderChanges() {
        int number = world.random().nextInt(broker.partitions());
        Duration ahead = either(world.upTo(LEADERS_SKEW));
        broker.partition(Broker.TOPICS.inputs(), number).leaderChanges(ahead);
    }

    private Duration either(Duration duration) {
        return world.oneIn(2) ? duration : duration.negated();
    }

    private void after(Duration atMost, Runnable task) {
        world.in(world.upTo(atMost), task);
    }
}
