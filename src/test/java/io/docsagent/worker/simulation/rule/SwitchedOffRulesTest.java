package io.docsagent.worker.simulation.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.simulation.SeededRun;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.slf4j.LoggerFactory;

/** Each rule is switched off in turn, and the simulation has to notice. */
@EnabledIfSystemProperty(
        named = "simulation.minutes",
        matches = ".*",
        disabledReason =
                "takes both cores for a minute: ./mvnw -f src/test/simulation/pom.xml test -Dtest=SwitchedOffRulesTest")
class SwitchedOffRulesTest {

    private static final int MOST_RUNS = 150;

    @Test
    void a_rule_that_is_switched_off_is_noticed() throws InterruptedException, ExecutionException {
        // Logging is set up by one thread only.
        var unused = LoggerFactory.getILoggerFactory();
        List<Rule> unnoticed = new ArrayList<>();
        try (ExecutorService cores =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<Future<@Nullable Long>> noticed = Rules.ALL.stream()
                    .map(rule -> cores.submit(() -> firstToNotice(rule)))
                    .toList();
            for (int i = 0; i < noticed.size(); i++) {
                Rule rule = Rules.ALL.get(i);
                Long seed = noticed.get(i).get();
                if (seed == null) {
                    unnoticed.add(rule);
                } else if (seed != rule.seed()) {
                    System.out.println("Begin with seed " + seed + " to save time: " + rule);
                }
            }
        }

        assertThat(unnoticed)
                .as("rules that do not hold, which no run of %d noticed", MOST_RUNS)
                .isEmpty();
    }

    /** Its seed; null where none noticed. The changed classes, of a loader of their own, are dropped at its end. */
    private static @Nullable Long firstToNotice(Rule rule) {
        var without = ChangedWorker.without(rule);
        for (long seed = rule.seed(); seed < rule.seed() + MOST_RUNS; seed++) {
            // What is broken with all rules as well says nothing about a rule.
            if (!without.apply(seed).isEmpty() && new SeededRun().apply(seed).isEmpty()) {
                return seed;
            }
        }
        return null;
    }
}
