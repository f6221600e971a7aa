package io.docsagent.worker.simulation.rule;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules quote production classes, which change; {@link SwitchedOffRulesTest} runs too seldom to notice it. */
class RulesTest {

    static Stream<Rule> rules() {
        return Rules.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void a_rule_is_where_it_is_quoted_from(Rule rule) {
        assertThatCode(rule::changed).doesNotThrowAnyException();
    }
}
