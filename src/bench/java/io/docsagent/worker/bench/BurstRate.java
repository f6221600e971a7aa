package io.docsagent.worker.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Commands a second of bursts, one after the other, each from its first command to the event of its last one's job.
 *
 * @param warm once further bursts are no faster
 */
record BurstRate(double first, double second, double warm) {

    /** By so much a burst has to exceed all before it for the program to be still warming up. */
    private static final double FASTER = 1.05;

    /** Bursts without a faster one, after which the program is warm. */
    private static final int FLAT = 3;

    static BurstRate measure(Setting setting, Sizes sizes, int projects) {
        List<Double> rates = new ArrayList<>();
        try (Commands commands = new Commands(setting.brokers(), setting.requests(), 5);
                FirstEvents active =
                        new FirstEvents(setting.brokers(), setting.jobStatus(), type -> type.equals("job.active"))) {
            while (rates.size() < 2 || (rates.size() < sizes.mostBursts() && !isFlat(rates))) {
                String round = "burst" + projects + "x" + rates.size();
                Instant begun = Instant.now();
                commands.create(round, sizes.burst(), projects);
                Instant last = active.awaitLast(round, sizes.burst());
                rates.add(sizes.burst() * 1e9 / Duration.between(begun, last).toNanos());
            }
        }
        Figures warm = new Figures();
        rates.subList(Math.max(0, rates.size() - FLAT), rates.size()).forEach(warm::add);
        return new BurstRate(rates.get(0), rates.get(1), warm.median());
    }

    private static boolean isFlat(List<Double> rates) {
        int before = rates.size() - FLAT;
        return before > 0
                && Collections.max(rates.subList(before, rates.size()))
                        < FASTER * Collections.max(rates.subList(0, before));
    }
}
