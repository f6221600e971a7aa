package io.docsagent.worker.domain.quota;

import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.domain.policy.Policy.QuotaLimit;
import io.docsagent.worker.testkit.Limits;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class QuotaGreedyTest {

    /** Three an hour: one comes back every 20 minutes. */
    private static final QuotaLimit GREEDY =
            Limits.standard().capacity(3).greedy().policy().quota();

    private static final QuotaLimit ROLLING =
            Limits.standard().capacity(3).policy().quota();

    private static final Duration REFILL = Duration.ofMinutes(20);

    @Test
    void tokens_come_back_one_by_one_over_the_period() {
        Quota quota = spent();

        assertThat(quota.available(GREEDY, START)).isZero();
        assertThat(quota.available(GREEDY, START.plus(REFILL).minusMillis(1))).isZero();
        assertThat(quota.available(GREEDY, START.plus(REFILL))).isEqualTo(1);
        assertThat(quota.available(GREEDY, START.plus(Duration.ofDays(1)))).isEqualTo(3);
        assertThat(quota.nextReturn(GREEDY, START)).isEqualTo(START.plus(REFILL));
    }

    @Test
    void no_token_is_spent_that_is_not_there() {
        assertThatThrownBy(() -> spent().spend(GREEDY, START)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void what_was_not_sent_is_given_back_at_once() {
        assertThat(spent().giveBack(GREEDY, START).available(GREEDY, START)).isEqualTo(1);

        Quota unknown = spent().unknown("c.1", Spender.USUAL, START);
        assertThat(unknown.freed("c.1", GREEDY, START).available(GREEDY, START)).isEqualTo(1);
    }

    @Test
    void tokens_beyond_the_capacity_come_at_the_rate_of_the_refill() {
        assertThat(spent().tokenAt(2, GREEDY, START)).isEqualTo(START.plus(REFILL.multipliedBy(2)));
        assertThat(spent().tokenAt(5, GREEDY, START)).isEqualTo(START.plus(REFILL.multipliedBy(5)));
        assertThat(Quota.UNUSED.tokenAt(4, GREEDY, START)).isEqualTo(START.plus(REFILL));
    }

    @Test
    void changed_settings_are_taken_over_with_the_tokens_that_are_there() {
        Quota oneLeft = Quota.UNUSED.spend(GREEDY, START).spend(GREEDY, START);
        QuotaLimit more = Limits.standard().capacity(6).greedy().policy().quota();
        QuotaLimit faster =
                Limits.standard().capacity(3).period(REFILL).greedy().policy().quota();
        QuotaLimit fewer = Limits.standard().capacity(1).greedy().policy().quota();

        assertThat(oneLeft.available(more, START)).isEqualTo(1);
        assertThat(oneLeft.spend(more, START).nextReturn(more, START)).isEqualTo(START.plus(REFILL.dividedBy(2)));
        assertThat(oneLeft.spend(faster, START).nextReturn(faster, START)).isEqualTo(START.plus(REFILL.dividedBy(3)));
        assertThat(Quota.UNUSED.spend(GREEDY, START).available(fewer, START)).isEqualTo(1);
    }

    @Test
    void the_uses_that_still_count_count_in_the_other_mode() {
        Quota rolling = Quota.UNUSED
                .spend(ROLLING, START)
                .over(Spender.USUAL, ROLLING, START)
                .spend(ROLLING, START);
        assertThat(rolling.available(GREEDY, START)).isEqualTo(1);

        Quota greedy =
                rolling.spend(GREEDY, START).over(Spender.USUAL, GREEDY, START).over(Spender.USUAL, GREEDY, START);
        assertThat(greedy.available(ROLLING, START)).isZero();
        assertThat(greedy.available(ROLLING, START.plusSeconds(3_601))).isEqualTo(3);
        assertThat(greedy.spend(ROLLING, START.plusSeconds(3_601)).greedy()).isNull();
    }

    @Test
    void a_state_that_cannot_be_read_is_not_guessed() {
        assertThatThrownBy(() -> new GreedyBucket(3, Duration.ofHours(1), "AA==").available())
                .isInstanceOf(UncheckedIOException.class);
    }

    private static Quota spent() {
        return Quota.UNUSED.spend(GREEDY, START).spend(GREEDY, START).spend(GREEDY, START);
    }
}
