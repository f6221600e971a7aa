package io.docsagent.worker.simulation.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.docsagent.worker.simulation.SeededRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.slf4j.LoggerFactory;

/** Each rule is switched off in turn, and the simulation has to notice. */
class SwitchedOffRulesTest {

    private static final int MOST_RUNS = Integer.getInteger("simulation.runs", 150);

    /** Rules that are tried where not all of them are asked for: all would take a quarter of {@code ./mvnw verify}. */
    private static final int SOME = 12;

    /** Whether the run of a seed keeps every promise with all rules. */
    private static final Map<Long, Boolean> KEPT = new ConcurrentHashMap<>();

    static Stream<Rule> rules() {
        return Stream.of(
                        SendingRules.ALL,
                        AnswerRules.ALL,
                        QuotaRules.ALL,
                        CommandRules.ALL,
                        OrderRules.ALL,
                        JobRules.ALL,
                        LimitRules.ALL,
                        TimeRules.ALL,
                        EventRules.ALL,
                        WithdrawalRules.ALL,
                        RecordRules.ALL,
                        OperationRules.ALL)
                .flatMap(List::stream);
    }

    @Test
    void every_rule_fits_the_code() {
        assertThat(rules()).allSatisfy(rule -> assertThatCode(rule::sources).doesNotThrowAnyException());
    }

    @Test
    void a_rule_that_is_switched_off_is_noticed() throws InterruptedException, ExecutionException {
        List<Rule> tried = new ArrayList<>(rules().toList());
        if (!System.getProperty("simulation.rules", "some").equals("all")) {
            Collections.shuffle(tried);
            tried = tried.subList(0, SOME);
            System.out.println("Rules that are switched off: " + tried);
        }

        assertThat(onAllCores(tried, true).stream()
                        .filter(noticed -> noticed.seed() == null)
                        .map(Noticed::rule)
                        .toList())
                .as("rules that do not hold, which no run of %d noticed", MOST_RUNS)
                .isEmpty();
    }

    /** For the table in the README: {@code -Psimulation -Dsimulation.count=all}, or a part of the rules' sentences. */
    @Test
    @EnabledIfSystemProperty(named = "simulation.count", matches = ".+")
    void counts_the_runs_from_the_first_seed_until_a_rule_is_noticed() throws InterruptedException, ExecutionException {
        String part = System.getProperty("simulation.count");
        List<Rule> counted = rules().filter(
                        rule -> part.equals("all") || rule.sentence().contains(part))
                .toList();
        onAllCores(counted, false)
                .forEach(noticed -> System.out.println(
                        noticed.seed() == null
                                ? "| " + noticed.rule() + " | not in " + MOST_RUNS + " | |"
                                : "| %s | %,d | %.1f |"
                                        .formatted(
                                                noticed.rule(),
                                                noticed.seed() - noticed.rule().firstSeed() + 1,
                                                noticed.steps() / 1e6)));
    }

    /**
     * That a rule does not hold was noticed.
     *
     * @param seed of the run that noticed it; null where none did
     * @param steps of all runs up to that one
     */
    private record Noticed(Rule rule, @Nullable Long seed, long steps) {}

    /** @param known whether to begin with the seed that is known to notice, instead of the first one */
    private static List<Noticed> onAllCores(List<Rule> rules, boolean known)
            throws InterruptedException, ExecutionException {
        // Logging is set up by one thread only.
        var unused = LoggerFactory.getILoggerFactory();
        try (ExecutorService cores =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<Future<Noticed>> running = rules.stream()
                    .map(rule -> cores.submit(() -> firstNoticed(rule, known ? rule.seed() : rule.firstSeed())))
                    .toList();
            List<Noticed> noticed = new ArrayList<>();
            for (Future<Noticed> one : running) {
                noticed.add(one.get());
            }
            return noticed;
        }
    }

    /** The changed classes, of a loader of their own, are dropped at its end. */
    private static Noticed firstNoticed(Rule rule, long first) {
        var without = ChangedWorker.without(rule);
        long steps = 0;
        for (long seed = first; seed < first + MOST_RUNS; seed++) {
            var run = without.apply(seed);
            steps += run.getKey();
            if (!run.getValue().isEmpty() && isKeptWithAll(seed)) {
                return new Noticed(rule, seed, steps);
            }
        }
        return new Noticed(rule, null, steps);
    }

    /** What is broken with all rules as well says nothing about a rule. */
    private static boolean isKeptWithAll(long seed) {
        return KEPT.computeIfAbsent(
                seed, any -> new SeededRun().apply(seed).getValue().isEmpty());
    }
}
