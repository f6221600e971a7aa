package peer;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * A project's uses and who waits for one, in order of asking: LittleHorse has no rate limit by key. In memory, for the
 * only task worker: after a restart the uses of the last period are forgotten, and those that wait are in the order in
 * which they come back.
 */
final class Quota {

    private static final int CAPACITY = Integer.parseInt(System.getenv("CAPACITY"));

    /** With a second for the way to the service. */
    private static final Duration PERIOD = Duration.ofSeconds(1 + Long.parseLong(System.getenv("PERIOD_SECONDS")));

    /** A command whose workflow has failed does not come back, and is not waited for longer than this. */
    private static final Duration LOST = Duration.ofSeconds(30);

    private final List<Instant> uses = new ArrayList<>();
    private final SequencedMap<String, Instant> turns = new LinkedHashMap<>();

    /** When it is the command's turn, and it is to ask again; empty if it is now, and the use is taken. */
    synchronized Optional<Instant> turnOf(String commandId) {
        Instant now = Instant.now();
        turns.values().removeIf(turn -> turn.isBefore(now.minus(LOST)));
        uses.removeIf(use -> !use.plus(PERIOD).isAfter(now));
        turns.putIfAbsent(commandId, now);
        int place = List.copyOf(turns.keySet()).indexOf(commandId) - (CAPACITY - uses.size());
        if (place < 0) {
            turns.remove(commandId);
            uses.add(now);
            return Optional.empty();
        }
        Instant use = place % CAPACITY < uses.size() ? uses.get(place % CAPACITY) : now;
        Instant turn = use.plus(PERIOD.multipliedBy(1 + place / CAPACITY));
        turns.put(commandId, turn);
        return Optional.of(turn);
    }

    /** The service did not take the command, which comes back before all that wait. */
    synchronized Instant again(String commandId, Duration pause) {
        Instant turn = Instant.now().plus(pause);
        turns.putFirst(commandId, turn);
        return turn;
    }
}
