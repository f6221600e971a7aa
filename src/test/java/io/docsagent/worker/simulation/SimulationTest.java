package io.docsagent.worker.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole worker, simulated: thousands of seeds, in each of which every promise is kept. */
@Order(2)
class SimulationTest {

    private static final int MINUTES = Integer.getInteger("simulation.minutes", 0);
    private static final Duration FOR = MINUTES == 0 ? Duration.ofSeconds(3) : Duration.ofMinutes(MINUTES);

    private static final long FIRST_SEED = Long.getLong(
            "simulation.seed", RandomGenerator.getDefault().nextLong(Traffic.FIRST_WITH_PULL_REQUESTS, 2_000_000_000));

    /** Fewer need not have every kind of fault and event. */
    private static final int RUNS_WITH_ALL = 60;

    /** On a slow machine it takes longer. */
    private static final int LEAST_RUNS = MINUTES == 0 ? 6 : RUNS_WITH_ALL;

    private static final Set<Integer> NONE = Set.of();

    /** Every type, and every reason that does not take a rare combination of faults. */
    private static final Set<String> EVENTS = Set.of(
            "job.active",
            "job.completed",
            "job.failed",
            "job.archived",
            "job.updated",
            "job.lost not_found",
            "job.stalled stalled",
            "pull_request.merged",
            "pull_request.closed",
            "pull_request.reopened",
            "command.queued quota",
            "command.queued behind_job",
            "command.queued quiet",
            "command.queued active_jobs",
            "command.queued open_pull_requests",
            "command.rejected refused",
            "command.rejected queue_full",
            "command.rejected deadline_unreachable",
            "command.rejected command_id_reused",
            "command.rejected create_failed",
            "command.rejected unknown_create",
            "command.expired expired",
            "command.unknown timeout",
            "command.duplicate",
            "command.cancelled cancelled",
            "command.superseded",
            "command.rejected too_late",
            "command.rejected unknown_command",
            "operation.done",
            "operation.refused too_late",
            "operation.refused not_held",
            "operation.refused unknown_key",
            "project.held operator",
            "project.held unauthorized",
            "project.held throttled",
            "project.held unreachable",
            "project.resumed operator",
            "project.resumed unauthorized",
            "project.resumed throttled",
            "project.resumed unreachable");

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
    void every_promise_is_kept_with_every_seed() throws IOException, InterruptedException {
        Seeds seeds = new Seeds(FIRST_SEED, FOR, LEAST_RUNS);

        Long broken = seeds.firstBroken();
        if (broken != null) {
            explain(broken);
        }

        Coverage coverage = seeds.coverage();
        System.out.println("Simulated " + coverage.hours() + " hours in " + FOR.toSeconds() + " s, from seed "
                + FIRST_SEED + " on: " + coverage);
        if (coverage.runs() >= RUNS_WITH_ALL) {
            assertThat(coverage.faults()).as("kinds of faults that happened").containsOnlyKeys(FaultKind.values());
            assertThat(coverage.events().keySet())
                    .as("kinds of events that were written")
                    .containsAll(EVENTS);
            assertThat(coverage.tried()).as("what else was tried").containsOnlyKeys(Promises.TRIED);
        }
    }

    /**
     * Runs that broke a promise once, of the worker or of the simulation while it was written. A change of what is
     * drawn from the seed makes another run of it, so the list keeps recent ones.
     */
    @ParameterizedTest
    @ValueSource(longs = {1_235_250_224, 1_364_851_118, 1_678_072_860})
    void a_seed_that_once_failed_does_not_any_more(long seed) {
        assertThat(new Simulation(seed, NONE, new Coverage(), EventTrace.none()).run())
                .isEmpty();
    }

    /** The same seed always gives the same run. */
    @Test
    void a_seed_is_repeatable() {
        EventTrace once = EventTrace.kept();
        EventTrace again = EventTrace.kept();

        var unused = new Simulation(7, NONE, new Coverage(), once).run();
        unused = new Simulation(7, NONE, new Coverage(), again).run();

        assertThat(once.lines()).hasSizeGreaterThan(100).isEqualTo(again.lines());
    }

    private static void explain(long seed) throws IOException {
        Set<Integer> omitted = Bisection.unneeded(
                Simulation.MOST_FAULTS,
                omit -> !new Simulation(seed, omit, new Coverage(), EventTrace.none())
                        .run()
                        .isEmpty());
        EventTrace trace = EventTrace.kept();
        List<String> broken = new Simulation(seed, omitted, new Coverage(), trace).run();
        Path file = Files.createDirectories(STORIES).resolve("seed-" + seed + ".txt");
        Files.write(file, trace.lines());
        throw new AssertionError("With seed " + seed + " and no more than "
                + (Simulation.MOST_FAULTS - omitted.size()) + " of its faults:\n  " + String.join("\n  ", broken)
                + "\nWhat happened is in " + file
                + "\nTo repeat: ./mvnw test -Dtest=SimulationTest -Dsimulation.seed=" + seed);
    }
}
