package io.docsagent.worker.domain.state;

import static io.docsagent.worker.contract.Command.Priority.HIGH;
import static io.docsagent.worker.contract.Command.Priority.LOW;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FairSharesTest {

    private static final FairShares BOTH =
            FairShares.NONE.chargedOutOfTurn(HIGH, "a", 7).chargedOutOfTurn(HIGH, "b", 3);

    @Test
    void a_command_costs_the_less_the_higher_the_weight() {
        assertThat(FairShares.cost(2)).isEqualTo(FairShares.cost(1) / 2);
    }

    @Test
    void whose_turn_it_was_is_ahead_by_the_cost_and_the_others_by_what_they_had_more() {
        FairShares after = BOTH.charged(HIGH, "b", 5);

        assertThat(after.of(HIGH, "b")).isEqualTo(5);
        assertThat(after.of(HIGH, "a")).isEqualTo(4);
        assertThat(after.of(LOW, "a")).isZero();
    }

    @Test
    void nobody_is_kept_who_is_not_ahead() {
        assertThat(BOTH.charged(HIGH, "a", 5).ahead()).hasToString("{HIGH={a=5}}");
    }

    @Test
    void out_of_turn_only_its_own_publisher_is_charged() {
        FairShares after = BOTH.chargedOutOfTurn(HIGH, "b", 5);

        assertThat(after.of(HIGH, "b")).isEqualTo(8);
        assertThat(after.of(HIGH, "a")).isEqualTo(7);
    }

    @Test
    void what_was_not_sent_is_given_back_as_far_as_the_publisher_is_ahead() {
        assertThat(BOTH.refunded(HIGH, "a", 6).of(HIGH, "a")).isEqualTo(1);
        assertThat(BOTH.refunded(HIGH, "a", 7).ahead()).hasToString("{HIGH={b=3}}");
        assertThat(BOTH.refunded(HIGH, "a", 8).of(HIGH, "b")).isEqualTo(3);
        assertThat(BOTH.refunded(HIGH, "c", 1)).isEqualTo(BOTH);
        assertThat(BOTH.refunded(HIGH, "a", 7).refunded(HIGH, "b", 3)).isEqualTo(FairShares.NONE);
    }

    @Test
    void a_priority_at_which_nothing_waits_begins_anew() {
        FairShares more = BOTH.chargedOutOfTurn(LOW, "a", 1);

        assertThat(more.onlyAt(priority -> priority == HIGH)).isEqualTo(BOTH);
        assertThat(more.onlyAt(priority -> false)).isEqualTo(FairShares.NONE);
        assertThat(more.onlyAt(priority -> true)).isSameAs(more);
    }
}
