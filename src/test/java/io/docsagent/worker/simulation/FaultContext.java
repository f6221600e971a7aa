package io.docsagent.worker.simulation;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** What faults can reach, and what they excuse. */
final class FaultContext {

    static final Duration SHORT = Duration.ofSeconds(40);
    static final Duration LONG = Duration.ofMinutes(15);
    static final Duration SLOW = Duration.ofMinutes(5);
    static final Duration TROUBLE = Duration.ofMinutes(2);
    static final Duration RESTART = Duration.ofSeconds(30);

    final World world;
    final Broker broker;
    final Service service;
    final Publishers publishers;
    final Settings settings;
    final Promises promises;
    private final Supplier<List<Instance>> living;
    private final Runnable startOne;
    private Release release = Release.THIS;
    private Release newest = Release.THIS;

    /** @param startOne starts one more instance */
    FaultContext(
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

    List<Instance> living() {
        return living.get();
    }

    void kill(Instance one) {
        if (!one.isDead()) {
            world.note(one, () -> "is killed");
            promises.disturbed(RESTART);
            one.kill();
            startLater();
        }
    }

    void killAll() {
        living().forEach(this::kill);
    }

    /** Somebody starts one more instance soon. */
    void startLater() {
        after(RESTART, startOne);
    }

    /** What the operator starts at present. */
    Release release() {
        return release;
    }

    /** What ran at some time and wrote the newest formats. */
    Release newest() {
        return newest;
    }

    /** From now on the operator starts this release. */
    void starts(Release next) {
        release = next;
        newest = next == Release.NEXT ? next : newest;
    }

    Duration disturbedUpTo(Duration most) {
        Duration lasts = world.upTo(most);
        promises.disturbed(lasts);
        return lasts;
    }

    Duration serviceDisturbedUpTo(Duration most) {
        Duration lasts = world.upTo(most);
        promises.serviceDisturbed(lasts);
        return lasts;
    }

    int upTo(int most) {
        return 1 + world.random().nextInt(most);
    }

    Duration either(Duration duration) {
        return world.oneIn(2) ? duration : duration.negated();
    }

    void after(Duration atMost, Runnable task) {
        world.in(world.upTo(atMost), task);
    }
}
