package io.docsagent.worker.clock;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The difference between this instance's wall clock and the clocks of the partitions' leaders, as far as its own
 * appends show it.
 *
 * <p>What an append shows are bounds of a leader's time minus the uptime; the wall clock minus the uptime is compared
 * with them now, not when they were taken, so that a wall clock that jumps is noticed at once.
 */
public final class ClockSkew {

    /** A leader's worst reading counts for this long, and for at most twice as long. */
    static final Duration WINDOW = Duration.ofMinutes(1);

    private final long most;
    private final InstantSource wallClock;
    private final LogClock logClock;
    private final Map<Integer, Leader> leaders = new ConcurrentHashMap<>();

    public ClockSkew(Duration most, InstantSource wallClock, LogClock logClock) {
        this.most = most.toNanos();
        this.wallClock = wallClock;
        this.logClock = logClock;
    }

    /** The most that is tolerable. */
    public Duration most() {
        return Duration.ofNanos(most);
    }

    public void measured(LogClock.LeaderReading reading) {
        long uptime = logClock.uptime();
        long wall = wall();
        leaders.compute(reading.partition(), (partition, leader) -> {
            Bounds now = new Bounds(uptime, wall, reading.earliest(), reading.latest());
            // Once the wall clock or the monotonic one has jumped, earlier readings say nothing about the two.
            return leader == null || leader.moved(wall) > most ? new Leader(now, now) : leader.and(now);
        });
    }

    /** At least this far from the worst of the leaders; null where nothing has been measured yet. */
    public @Nullable Duration worst() {
        long wall = wall();
        return leaders.isEmpty()
                ? null
                : Duration.ofNanos(leaders.values().stream()
                        .mapToLong(leader -> worst(leader, wall))
                        .max()
                        .orElse(0));
    }

    /** Whether the wall clock and all leaders are known to be near enough to each other for the promises to hold. */
    public boolean isTolerable() {
        long wall = wall();
        return !leaders.isEmpty() && leaders.values().stream().allMatch(leader -> worst(leader, wall) <= most);
    }

    /** A leader whose readings no longer count is as far away as the wall clock has jumped, until it is measured again. */
    private long worst(Leader leader, long wall) {
        long moved = leader.moved(wall);
        return moved > most ? moved : leader.distance(wall);
    }

    /** Nanoseconds since the epoch minus the uptime: constant while the wall clock and the monotonic one run alike. */
    private long wall() {
        return LogClock.nanos(wallClock.instant()) - logClock.uptime();
    }

    /** A partition's readings in the window that is still filled, and in the one before. */
    private record Leader(Bounds recent, Bounds before) {

        Leader and(Bounds now) {
            boolean full = now.since() - recent.since() >= WINDOW.toNanos();
            return full ? new Leader(now, recent) : new Leader(recent.and(now), before);
        }

        long moved(long wall) {
            return Math.abs(wall - recent.wall());
        }

        long distance(long wall) {
            return Math.max(recent.distance(wall), before.distance(wall));
        }
    }

    /**
     * The strictest of several readings.
     *
     * @param since the uptime at the first of them
     * @param wall the wall clock less the uptime then
     */
    private record Bounds(long since, long wall, long earliest, long latest) {

        Bounds and(Bounds other) {
            return new Bounds(since, wall, Math.max(earliest, other.earliest), Math.min(latest, other.latest));
        }

        long distance(long at) {
            return Math.max(0, Math.max(earliest - at, at - latest));
        }
    }
}
