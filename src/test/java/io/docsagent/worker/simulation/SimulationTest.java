package io.docsagent.worker.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole worker, simulated: thousands of seeds, in each of which every promise is kept. */
class SimulationTest {

    private static final Duration FOR = Duration.ofSeconds(Integer.getInteger("simulation.seconds", 20));
    private static final long FIRST_SEED =
            Long.getLong("simulation.seed", RandomGenerator.getDefault().nextInt(1_000_000_000));
    /** On a slow machine it takes longer: fewer would not have every kind of fault. */
    private static final int LEAST_RUNS = 40;

    private static final int ALL_FAULTS = Integer.MAX_VALUE;
    private static final int RUNS_UNTIL_NOTICED = 500;
    private static final int RUNS_WITHOUT_FAULTS = 20;
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
        Map<Faults.Kind, Integer> faults = new EnumMap<>(Faults.Kind.class);
        long seed = FIRST_SEED;
        for (; Instant.now().isBefore(end) || seed < FIRST_SEED + LEAST_RUNS; seed++) {
            Simulation simulation = simulation(seed, Set.of(), ALL_FAULTS);
            if (!simulation.run().isEmpty()) {
                explain(seed);
            }
            simulation.faults().forEach((kind, count) -> faults.merge(kind, count, Integer::sum));
        }
        Duration simulated = Simulation.WITH_FAULTS.plus(Simulation.CALM).multipliedBy(seed - FIRST_SEED);
        System.out.println("Simulated " + simulated.toHours() + " hours in " + FOR.toSeconds() + " s, seeds "
                + FIRST_SEED + " to " + (seed - 1) + ", faults " + faults);
        assertThat(faults).as("kinds of faults that happened").containsOnlyKeys(Faults.Kind.values());
    }

    @Test
    void without_faults_nothing_is_unknown_and_nobody_waits_but_for_the_quota() {
        for (long seed = 1; seed <= RUNS_WITHOUT_FAULTS; seed++) {
            assertThat(simulation(seed, Set.of(), 0).runWithoutFaults())
                    .as("broken with seed %d", seed)
                    .isEmpty();
        }
    }

    /** The same seed always gives the same run. */
    @Test
    void a_seed_is_repeatable() {
        Story once = Story.kept();
        Story again = Story.kept();

        var unused = new Simulation(7, Set.of(), ALL_FAULTS, once).run();
        unused = new Simulation(7, Set.of(), ALL_FAULTS, again).run();

        assertThat(once.lines()).isNotEmpty().isEqualTo(again.lines());
    }

    @ParameterizedTest
    @EnumSource
    void a_rule_that_is_switched_off_is_noticed(Rule rule) {
        assertThat(LongStream.range(rule.seed(), rule.seed() + RUNS_UNTIL_NOTICED)
                        .filter(seed -> !simulation(seed, EnumSet.of(rule), ALL_FAULTS)
                                .run()
                                .isEmpty())
                        .findFirst())
                .as("the first run in which it was noticed that %s does not hold", rule)
                .isPresent();
    }

    private static Simulation simulation(long seed, Set<Rule> off, int mostFaults) {
        return new Simulation(seed, off, mostFaults, Story.none());
    }

    /** With as few of the run's faults as break a promise. */
    private static void explain(long seed) throws IOException {
        int faults = 0;
        while (simulation(seed, Set.of(), faults).run().isEmpty()) {
            faults++;
        }
        Story story = Story.kept();
        List<String> broken = new Simulation(seed, Set.of(), faults, story).run();
        Path file = Files.createDirectories(STORIES).resolve("seed-" + seed + ".txt");
        Files.write(file, story.lines());
        throw new AssertionError("With seed " + seed + " and its first " + faults + " faults:\n  "
                + String.join("\n  ", broken) + "\nWhat happened is in " + file
                + "\nTo repeat: ./mvnw test -Dtest=SimulationTest -Dsimulation.seed=" + seed);
    }
}
