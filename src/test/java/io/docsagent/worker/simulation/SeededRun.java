package io.docsagent.worker.simulation;

import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;

/** Runs the simulation by a seed, for those who know only the JDK's classes; returns the broken promises. */
public final class SeededRun implements LongFunction<List<String>> {

    @Override
    public List<String> apply(long seed) {
        Silence.begin();
        try {
            return List.copyOf(new Simulation(seed, Set.of(), new Coverage(), EventTrace.none()).run());
        } finally {
            Silence.end();
        }
    }
}
