package io.docsagent.worker.simulation.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.simulation.SeededRun;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule is switched off in turn, and the simulation has to notice. */
class SwitchedOffRulesTest {

    private static final int MOST_RUNS = Integer.getInteger("simulation.runs", 500);

    static Stream<Rule> rules() {
        return Stream.of(SendingRules.ALL, QuotaRules.ALL, CommandRules.ALL, TimeRules.ALL, EventRules.ALL)
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void a_rule_that_is_switched_off_is_noticed(Rule rule) {
        assertThat(firstNoticed(rule, rule.seed()))
                .as("a run, of %d, in which it was noticed that this does not hold: %s", MOST_RUNS, rule)
                .isNotNull();
    }

    /** For the table in the README: {@code -Dsimulation.rules=all}, or a part of the rules' sentences. */
    @Test
    @EnabledIfSystemProperty(named = "simulation.rules", matches = ".+")
    void counts_the_runs_from_the_first_seed_until_a_rule_is_noticed() {
        String part = System.getProperty("simulation.rules");
        rules().filter(rule -> part.equals("all") || rule.sentence().contains(part))
                .forEach(rule -> {
                    Noticed noticed = firstNoticed(rule, 1);
                    System.out.println(
                            noticed == null
                                    ? "| " + rule + " | not in " + MOST_RUNS + " | |"
                                    : "| %s | %,d | %,d |".formatted(rule, noticed.seed(), noticed.steps()));
                });
    }

    /**
     * That a rule does not hold was noticed.
     *
     * @param steps of all runs up to that one
     */
    private record Noticed(long seed, long steps) {}

    private static @Nullable Noticed firstNoticed(Rule rule, long first) {
        var without = ChangedWorker.without(rule);
        long steps = 0;
        for (long seed = first; seed < first + MOST_RUNS; seed++) {
            var run = without.apply(seed);
            steps += run.getKey();
            if (!run.getValue().isEmpty() && isKeptWithAll(seed)) {
                return new Noticed(seed, steps);
            }
        }
        return null;
    }

    /** What is broken with all rules as well says nothing about it. */
    private static boolean isKeptWithAll(long seed) {
        LongFunction<Map.Entry<Long, List<String>>> with = new SeededRun();
        return with.apply(seed).getValue().isEmpty();
    }
}
