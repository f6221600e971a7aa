package io.docsagent.worker.domain.quota;

import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.domain.policy.Policy.QuotaLimit;
import io.docsagent.worker.testkit.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class QuotaTest {

    /** One period and the margin. */
    private static final Duration CYCLE = Duration.ofSeconds(3_601);

    private static final Instant DEADLINE = START.plusSeconds(60);
    private static final Instant STRAGGLED = DEADLINE.plusSeconds(600).plus(CYCLE);
    private static final QuotaLimit THREE = of(3);

    @Test
    void the_full_burst_is_available_at_once_and_no_use_more() {
        Quota quota = spent(100, of(100));

        assertThat(quota.available(of(100), START)).isZero();
        assertThatThrownBy(() -> quota.spend(of(100), START)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_token_comes_back_one_period_and_a_margin_after_the_use_was_over() {
        Instant over = START.plusSeconds(10);
        Quota quota = spent(3, THREE).over(Publisher.DEFAULT, THREE, over);

        assertThat(quota.available(THREE, over.plus(CYCLE).minusMillis(1))).isZero();
        assertThat(quota.available(THREE, over.plus(CYCLE))).isEqualTo(1);
        assertThat(quota.tokens(THREE, over).next()).isEqualTo(over.plus(CYCLE));
    }

    @Test
    void uses_of_one_part_of_a_period_return_together_and_those_of_unknown_outcome_last() {
        Quota quota = spent(5, of(5))
                .over(Publisher.DEFAULT, of(5), START.plusSeconds(1))
                .over(Publisher.DEFAULT, of(5), START.plusSeconds(2))
                .over(Publisher.DEFAULT, of(5), START.plusSeconds(90))
                .unknown("c.1", Publisher.DEFAULT, DEADLINE);

        assertThat(quota.returns(60, of(5), START.plusSeconds(90)))
                .containsExactly(
                        new Return(START.plusSeconds(2).plus(CYCLE), 2),
                        new Return(START.plusSeconds(90).plus(CYCLE), 1),
                        new Return(STRAGGLED, 1));
        assertThat(quota.returns(1, of(5), START.plusSeconds(90)))
                .containsExactly(new Return(START.plusSeconds(90).plus(CYCLE), 3), new Return(STRAGGLED, 1));
        assertThat(Quota.UNUSED.returns(60, of(5), START)).isEmpty();
    }

    @Test
    void a_use_that_was_not_sent_is_given_back_at_once() {
        assertThat(spent(3, THREE).giveBack().available(THREE, START)).isEqualTo(1);
    }

    @Test
    void a_use_with_an_unknown_outcome_stays_open_until_nobody_can_read_it_any_more() {
        Quota quota = spent(3, THREE).unknown("c.1", Publisher.DEFAULT, DEADLINE);

        assertThat(quota.available(THREE, STRAGGLED.minusMillis(1))).isZero();
        assertThat(quota.available(THREE, STRAGGLED)).isEqualTo(1);
        assertThat(quota.tokens(THREE, START).next()).isEqualTo(STRAGGLED);
    }

    @Test
    void a_late_proof_that_it_was_not_sent_frees_the_use() {
        Quota quota =
                spent(3, THREE).unknown("c.1", Publisher.DEFAULT, DEADLINE).freed("c.1");

        assertThat(quota.available(THREE, START)).isEqualTo(1);
        assertThat(quota.freed("c.1")).isEqualTo(quota);
    }

    @Test
    void a_late_answer_shortens_the_time_of_the_use() {
        Instant answered = START.plusSeconds(100);
        Quota quota =
                spent(3, THREE).unknown("c.1", Publisher.DEFAULT, DEADLINE).resolved("c.1", THREE, answered);

        assertThat(quota.available(THREE, answered.plus(CYCLE).minusMillis(1))).isZero();
        assertThat(quota.available(THREE, answered.plus(CYCLE))).isEqualTo(1);
        assertThat(quota.resolved("c.1", THREE, START)).isEqualTo(quota);
    }

    @Test
    void a_very_late_answer_does_not_lengthen_the_time_of_the_use() {
        Quota quota = spent(3, THREE)
                .unknown("c.1", Publisher.DEFAULT, DEADLINE)
                .resolved("c.1", THREE, STRAGGLED.minusMillis(1));

        assertThat(quota.available(THREE, STRAGGLED)).isEqualTo(1);
    }

    @Test
    void with_a_longer_period_and_a_larger_capacity_nothing_is_free_while_uses_count_that_are_not_kept() {
        Instant day = START.plus(Duration.ofDays(1));
        Quota quota = Quota.UNUSED;
        for (int i = 0; i < 9; i++) {
            Instant at = START.plus(CYCLE.multipliedBy(i / 3)).plusSeconds(i);
            quota = quota.spend(THREE, at).over(Publisher.DEFAULT, THREE, at);
        }
        Instant last = START.plus(CYCLE.multipliedBy(2)).plusSeconds(8);
        QuotaLimit raised = new QuotaLimit(5, Duration.ofDays(1), Duration.ZERO, Duration.ZERO, null);

        assertThat(quota.over().size()).isLessThan(9);
        assertThat(quota.spentUntil(raised, last).available(raised, last)).isZero();
        assertThat(quota.spentUntil(THREE, last)).isEqualTo(quota);
        assertThat(quota.spentUntil(raised, day.plus(CYCLE))
                        .available(raised, day.plus(CYCLE).plusSeconds(9)))
                .isEqualTo(2);
    }

    @Test
    void with_the_capacity_lowered_several_tokens_must_come_back_before_one_is_free() {
        Quota quota = endedOneSecondApart();

        assertThat(quota.available(of(1), START)).isZero();
        assertThat(quota.tokens(of(1), START).next()).isEqualTo(returned(3));
        assertThat(quota.tokenAt(1, of(1), START)).isEqualTo(returned(3));
        assertThat(quota.tokens(of(2), START).next()).isEqualTo(returned(2));
        assertThat(quota.available(of(2), returned(1))).isZero();
        assertThat(quota.available(of(2), returned(2))).isEqualTo(1);
    }

    @Test
    void with_the_capacity_raised_there_is_more_at_once() {
        Quota quota = endedOneSecondApart();

        assertThat(quota.available(of(5), START)).isEqualTo(2);
        assertThat(quota.tokens(of(5), START).next()).isNull();
        assertThat(quota.tokenAt(2, of(5), START)).isEqualTo(START);
        assertThat(quota.tokenAt(4, of(5), START)).isEqualTo(START.plus(CYCLE));
        assertThat(quota.tokenAt(5, of(5), START)).isEqualTo(returned(1));
    }

    @Test
    void beyond_the_capacity_the_pattern_repeats_every_period_and_margin() {
        Quota quota = endedOneSecondApart();

        assertThat(quota.tokenAt(3, THREE, START)).isEqualTo(returned(3));
        assertThat(quota.tokenAt(4, THREE, START)).isEqualTo(returned(1).plus(CYCLE));
        assertThat(quota.tokenAt(9, THREE, START)).isEqualTo(returned(3).plus(CYCLE.multipliedBy(2)));
        assertThat(Quota.UNUSED.tokenAt(4, THREE, START)).isEqualTo(START.plus(CYCLE));
    }

    @Test
    void the_return_of_a_token_of_a_call_in_flight_is_unknown() {
        Quota quota = spent(3, THREE);

        assertThat(quota.tokens(THREE, START).next()).isNull();
        assertThat(quota.tokenAt(1, THREE, START)).isEqualTo(START.plus(CYCLE));
    }

    @Test
    void of_what_has_come_back_only_the_capacity_is_kept() {
        Quota quota = endedOneSecondApart();

        assertThat(quota.unusedAt(THREE, START)).isEqualTo(returned(3));
        assertThat(quota.unusedAt(THREE, returned(3))).isEqualTo(returned(3));
        assertThat(quota.spend(THREE, returned(3)).unusedAt(THREE, returned(3))).isNull();
        assertThat(quota.spend(THREE, returned(3)).over().size()).isEqualTo(3);
        assertThat(quota.spend(of(2), returned(2)).over())
                .isEqualTo(Uses.of(List.of(usual(START.plusSeconds(2)), usual(START.plusSeconds(3)))));
        assertThat(quota.spend(of(4), returned(1)).over().size()).isEqualTo(3);
    }

    @Test
    void what_still_counts_is_kept_though_the_capacity_was_lowered() {
        Quota lowered = spent(4, of(4))
                .over(Publisher.DEFAULT, of(4), START)
                .over(Publisher.DEFAULT, of(1), START.plusSeconds(1))
                .over(Publisher.DEFAULT, of(1), START.plusSeconds(2));

        assertThat(lowered.available(of(4), START.plusSeconds(3))).isZero();
    }

    @Test
    void a_longer_period_covers_the_uses_that_were_over_before_it_was_set() {
        QuotaLimit longer = Limits.standard()
                .capacity(3)
                .period(Duration.ofHours(2))
                .policy()
                .quota();
        Quota quota = endedOneSecondApart().spend(THREE, returned(2)).over(Publisher.DEFAULT, THREE, returned(3));

        assertThat(quota.available(THREE, returned(3))).isEqualTo(2);
        assertThat(quota.available(longer, returned(3))).isZero();
        assertThat(quota.available(longer, START.plusSeconds(2).plus(Duration.ofSeconds(7_201))))
                .isEqualTo(1);
    }

    @Test
    void a_longer_period_covers_the_uses_of_unknown_outcome_too() {
        QuotaLimit longer = Limits.standard()
                .capacity(3)
                .period(Duration.ofHours(2))
                .policy()
                .quota();
        Quota quota = spent(3, THREE)
                .unknown("c.1", Publisher.DEFAULT, DEADLINE)
                .over(Publisher.DEFAULT, THREE, START)
                .over(Publisher.DEFAULT, THREE, START)
                .spend(THREE, STRAGGLED);

        assertThat(quota.unanswered()).isEmpty();
        assertThat(quota.available(THREE, STRAGGLED)).isEqualTo(2);
        assertThat(quota.available(longer, STRAGGLED)).isZero();
    }

    @Test
    void tokens_come_back_in_the_order_of_their_times_whatever_their_uses_were() {
        Instant late = STRAGGLED.minus(CYCLE).plusSeconds(1);
        Quota quota =
                spent(3, THREE).unknown("c.1", Publisher.DEFAULT, DEADLINE).over(Publisher.DEFAULT, THREE, late);

        assertThat(quota.tokens(THREE, late).next()).isEqualTo(STRAGGLED);
        assertThat(quota.tokens(of(2), late).next()).isEqualTo(STRAGGLED.plusSeconds(1));
    }

    @Test
    void a_call_in_flight_may_be_over_before_one_of_unknown_outcome_counts_no_more() {
        Quota quota = spent(2, of(2)).unknown("c.1", Publisher.DEFAULT, DEADLINE);

        assertThat(quota.tokenAt(1, of(2), START)).isEqualTo(START.plus(CYCLE));
        assertThat(quota.tokenAt(2, of(2), START)).isEqualTo(STRAGGLED);
    }

    @Test
    void a_period_is_not_over_before_its_last_millisecond_is() {
        QuotaLimit limit = Limits.standard()
                .capacity(1)
                .period(Duration.ofHours(1).plusNanos(1))
                .policy()
                .quota();
        Quota quota = spent(1, limit).over(Publisher.DEFAULT, limit, START);

        assertThat(quota.tokens(limit, START).next())
                .isEqualTo(START.plus(CYCLE).plusMillis(1));
    }

    @RepeatedTest(200)
    void each_token_comes_back_a_period_and_a_margin_after_it_was_there(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        int uses = random.nextInt(1, 9);
        Instant now = START.plusSeconds(random.nextInt(120));
        Quota quota = spent(uses, of(uses));
        List<Instant> returns = new ArrayList<>();
        for (int use = 0; use < uses; use++) {
            Instant end = START.plusSeconds(random.nextInt(120));
            switch (random.nextInt(3)) {
                case 0 -> returns.add(now.plus(CYCLE));
                case 1 -> {
                    quota = quota.over(Publisher.DEFAULT, of(uses), end);
                    returns.add(end.plus(CYCLE));
                }
                default -> {
                    quota = quota.unknown("c." + use, Publisher.DEFAULT, end);
                    returns.add(end.plusSeconds(600).plus(CYCLE));
                }
            }
        }
        int capacity = random.nextInt(1, 9);
        List<Instant> first = firstTimes(returns, capacity, now);

        Tokens tokens = quota.tokens(of(capacity), now);

        for (int n = 1; n <= 3 * capacity; n++) {
            int nth = n;
            Instant at = tokens.at(n);
            assertThat(until(at, first)).isGreaterThanOrEqualTo(nth);
            assertThat(until(at.minusMillis(1), first)).isLessThan(nth);
            Instant other = now.plusSeconds(random.nextInt(4 * 3_601));
            assertThat(tokens.until(other)).isEqualTo(until(other, first));
        }
    }

    /** Of those that come back, the first ones only make up for what the capacity is too small for. */
    private static List<Instant> firstTimes(List<Instant> returns, int capacity, Instant now) {
        List<Instant> first = new ArrayList<>(Collections.nCopies(Math.max(0, capacity - returns.size()), now));
        returns.stream().sorted().skip(Math.max(0, returns.size() - capacity)).forEach(first::add);
        return first;
    }

    /** How many tokens there are until then, if each is spent as soon as it is there. */
    private static long until(Instant time, List<Instant> first) {
        return first.stream()
                .filter(there -> !there.isAfter(time))
                .mapToLong(there -> 1 + Duration.between(there, time).dividedBy(CYCLE))
                .sum();
    }

    @Test
    void where_the_state_knows_too_few_uses_the_others_are_taken_for_spent() {
        Instant until = START.plusSeconds(1_000);
        QuotaLimit limit =
                Limits.standard().capacity(3).spentUntil(until).policy().quota();
        Quota quota = Quota.UNUSED.spend(THREE, START).over(Publisher.DEFAULT, THREE, START);

        assertThat(quota.spentUntil(limit, START).returns(60, limit, START))
                .containsExactly(new Return(until, 2), new Return(START.plus(CYCLE), 1));
        assertThat(quota.spentUntil(limit, until)).isEqualTo(quota);
    }

    /** Three uses, over 1, 2 and 3 seconds after the start. */
    private static Quota endedOneSecondApart() {
        return spent(3, THREE)
                .over(Publisher.DEFAULT, THREE, START.plusSeconds(2))
                .over(Publisher.DEFAULT, THREE, START.plusSeconds(1))
                .over(Publisher.DEFAULT, THREE, START.plusSeconds(3));
    }

    private static Use usual(Instant at) {
        return new Use(at, Publisher.DEFAULT);
    }

    private static Instant returned(int use) {
        return START.plusSeconds(use).plus(CYCLE);
    }

    private static Quota spent(int uses, QuotaLimit limit) {
        Quota quota = Quota.UNUSED;
        for (int i = 0; i < uses; i++) {
            quota = quota.spend(limit, START);
        }
        return quota;
    }

    private static QuotaLimit of(int capacity) {
        return Limits.standard().capacity(capacity).policy().quota();
    }
}
