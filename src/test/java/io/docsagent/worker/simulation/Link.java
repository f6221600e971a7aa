package io.docsagent.worker.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The network between one machine and another: slow at times, and down at times, when nothing arrives until it is up. */
final class Link {

    private final World world;
    private final Host host;
    private final List<Runnable> held = new ArrayList<>();
    private boolean up = true;
    private Duration slowest = Duration.ofMillis(5);

    Link(World world, Host host) {
        this.world = world;
        this.host = host;
    }

    boolean isUp() {
        return up;
    }

    void down() {
        up = false;
    }

    /** What TCP and the clients' retries have held arrives now. */
    void up() {
        up = true;
        List<Runnable> arriving = List.copyOf(held);
        held.clear();
        arriving.forEach(message -> world.in(delay(), message));
    }

    void slow(Duration most) {
        slowest = most;
    }

    Duration delay() {
        return world.between(Duration.ofNanos(500_000), slowest);
    }

    /** Arrives even where the sender dies meanwhile. */
    void toBroker(Duration delay, Runnable message) {
        world.in(delay, () -> carry(message));
    }

    /** Arrives where the machine lives, later where it is frozen. */
    void fromBroker(Duration delay, Runnable message) {
        world.in(
                delay,
                () -> carry(() -> {
                    var unused = host.in(Duration.ZERO, message);
                }));
    }

    private void carry(Runnable message) {
        if (up) {
            message.run();
        } else if (!host.isDead()) {
            held.add(message);
        }
    }
}
