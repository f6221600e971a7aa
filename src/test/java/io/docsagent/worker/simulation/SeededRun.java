package io.docsagent.worker.simulation;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;

/** Runs the simulation by a seed, for those who know only the JDK's classes; returns its steps and the broken promises. */
public final class SeededRun implements LongFunction<Map.Entry<Long, List<String>>> {

    @Override
    public Map.Entry<Long, List<String>> apply(long seed) {
        Silence.begin();
        try {
            Simulation simulation = new Simulation(seed, Set.of(), new Coverage(), Story.none());
            List<String> broken = List.copyOf(simulation.run());
            return Map.entry(simulation.steps(), broken);
        } finally {
            Silence.end();
        }
    }
}
