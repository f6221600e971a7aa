package io.docsagent.worker.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole worker, simulated: thousands of seeds, in each of which every promise is kept. */
class SimulationTest {

    private static final Duration FOR = Duration.ofSeconds(Integer.getInteger("simulation.seconds", 30));
    private static final long FIRST_SEED =
            Long.getLong("simulation.seed", RandomGenerator.getDefault().nextInt(1_000_000_000));
    /** On a slow machine it takes longer: fewer would not have every kind of fault. */
    private static final int LEAST_RUNS = 60;

    private static final Set<Integer> NONE = Set.of();
    private static final Path STORIES = Path.of("target", "simulation");

    @BeforeEach
    void silence() {
        Silence.begin();
    }

    @AfterEach
    void endSilence() {
        Silence.end();
    }

    @Test
    void every_promise_is_kept_with_every_seed() throws IOException {
        Instant end = Instant.now().plus(FOR);
        Coverage coverage = new Coverage();
        for (long seed = FIRST_SEED; Instant.now().isBefore(end) || coverage.runs() < LEAST_RUNS; seed++) {
            if (!new Simulation(seed, NONE, coverage, Story.none()).run().isEmpty()) {
                explain(seed);
            }
        }
        Duration simulated = Simulation.WITH_FAULTS.plus(Simulation.CALM).multipliedBy(coverage.runs());
        System.out.println("Simulated " + simulated.toHours() + " hours in " + FOR.toSeconds() + " s, seeds "
                + FIRST_SEED + " to " + (FIRST_SEED + coverage.runs() - 1) + "\nfaults " + coverage.faults()
                + "\nevents " + coverage.events() + "\nanswers " + coverage.answers());
        assertThat(coverage.faults()).as("kinds of faults that happened").containsOnlyKeys(Faults.Kind.values());
    }

    /** The same seed always gives the same run. */
    @Test
    void a_seed_is_repeatable() {
        Story once = Story.kept();
        Story again = Story.kept();

        var unused = new Simulation(7, NONE, new Coverage(), once).run();
        unused = new Simulation(7, NONE, new Coverage(), again).run();

        assertThat(once.lines()).hasSizeGreaterThan(100).isEqualTo(again.lines());
    }

    private static void explain(long seed) throws IOException {
        Set<Integer> omitted = Bisection.unneeded(
                Simulation.MOST_FAULTS,
                omit -> !new Simulation(seed, omit, new Coverage(), Story.none())
                        .run()
                        .isEmpty());
        Story story = Story.kept();
        List<String> broken = new Simulation(seed, omitted, new Coverage(), story).run();
        Path file = Files.createDirectories(STORIES).resolve("seed-" + seed + ".txt");
        Files.write(file, story.lines());
        throw new AssertionError("With seed " + seed + " and no more than "
                + (Simulation.MOST_FAULTS - omitted.size()) + " of its faults:\n  " + String.join("\n  ", broken)
                + "\nWhat happened is in " + file
                + "\nTo repeat: ./mvnw test -Dtest=SimulationTest -Dsimulation.seed=" + seed);
    }
}
