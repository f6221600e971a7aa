package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.domain.Policy.QuotaLimit;
import io.docsagent.worker.testkit.Limits;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class QuotaTest {

    /** One period and the margin. */
    private static final Duration CYCLE = Duration.ofSeconds(3_601);

    private static final Instant DEADLINE = START.plusSeconds(60);
    private static final Instant STRAGGLED = DEADLINE.plusSeconds(600).plus(CYCLE);
    private static final QuotaLimit THREE = of(3);

    @Test
    void theFullBurstIsAvailableAtOnceAndNoUseMore() {
        Quota quota = spent(100, of(100));

        assertThat(quota.available(of(100), START)).isZero();
        assertThatThrownBy(() -> quota.spend(of(100), START)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aTokenComesBackOnePeriodAndAMarginAfterTheUseWasOver() {
        Instant over = START.plusSeconds(10);
        Quota quota = spent(3, THREE).over(THREE, over);

        assertThat(quota.available(THREE, over.plus(CYCLE).minusMillis(1))).isZero();
        assertThat(quota.available(THREE, over.plus(CYCLE))).isEqualTo(1);
        assertThat(quota.nextReturn(THREE, over)).isEqualTo(over.plus(CYCLE));
    }

    @Test
    void aUseThatWasNotSentIsGivenBackAtOnce() {
        assertThat(spent(3, THREE).giveBack(THREE, START).available(THREE, START))
                .isEqualTo(1);
    }

    @Test
    void aUseOfUnknownFateStaysOpenUntilNobodyCanReadItAnyMore() {
        Quota quota = spent(3, THREE).unknown("c.1", DEADLINE);

        assertThat(quota.available(THREE, STRAGGLED.minusMillis(1))).isZero();
        assertThat(quota.available(THREE, STRAGGLED)).isEqualTo(1);
        assertThat(quota.nextReturn(THREE, START)).isEqualTo(STRAGGLED);
    }

    @Test
    void aLateProofThatItWasNotSentFreesTheUse() {
        Quota quota = spent(3, THREE).unknown("c.1", DEADLINE).freed("c.1", THREE, START);

        assertThat(quota.available(THREE, START)).isEqualTo(1);
        assertThat(quota.freed("c.1", THREE, START)).isEqualTo(quota);
    }

    @Test
    void aLateAnswerShortensTheTimeOfTheUse() {
        Instant answered = START.plusSeconds(100);
        Quota quota = spent(3, THREE).unknown("c.1", DEADLINE).resolved("c.1", THREE, answered);

        assertThat(quota.available(THREE, answered.plus(CYCLE).minusMillis(1))).isZero();
        assertThat(quota.available(THREE, answered.plus(CYCLE))).isEqualTo(1);
        assertThat(quota.resolved("c.1", THREE, START)).isEqualTo(quota);
    }

    @Test
    void aVeryLateAnswerDoesNotLengthenTheTimeOfTheUse() {
        Quota quota = spent(3, THREE).unknown("c.1", DEADLINE).resolved("c.1", THREE, STRAGGLED.minusMillis(1));

        assertThat(quota.available(THREE, STRAGGLED)).isEqualTo(1);
    }

    @Test
    void withTheCapacityLoweredSeveralTokensMustComeBackBeforeOneIsFree() {
        Quota quota = endedOneSecondApart();

        assertThat(quota.available(of(1), START)).isZero();
        assertThat(quota.nextReturn(of(1), START)).isEqualTo(returned(3));
        assertThat(quota.tokenAt(1, of(1), START)).isEqualTo(returned(3));
        assertThat(quota.nextReturn(of(2), START)).isEqualTo(returned(2));
        assertThat(quota.available(of(2), returned(1))).isZero();
        assertThat(quota.available(of(2), returned(2))).isEqualTo(1);
    }

    @Test
    void withTheCapacityRaisedThereIsMoreAtOnce() {
        Quota quota = endedOneSecondApart();

        assertThat(quota.available(of(5), START)).isEqualTo(2);
        assertThat(quota.nextReturn(of(5), START)).isNull();
        assertThat(quota.tokenAt(2, of(5), START)).isEqualTo(START);
        assertThat(quota.tokenAt(3, of(5), START)).isEqualTo(returned(1));
    }

    @Test
    void beyondTheCapacityThePatternRepeatsEveryPeriodAndMargin() {
        Quota quota = endedOneSecondApart();

        assertThat(quota.tokenAt(3, THREE, START)).isEqualTo(returned(3));
        assertThat(quota.tokenAt(4, THREE, START)).isEqualTo(returned(1).plus(CYCLE));
        assertThat(quota.tokenAt(9, THREE, START)).isEqualTo(returned(3).plus(CYCLE.multipliedBy(2)));
        assertThat(Quota.UNUSED.tokenAt(4, THREE, START)).isEqualTo(START.plus(CYCLE));
    }

    @Test
    void nobodyCanTellWhenATokenOfACallUnderWayComesBack() {
        Quota quota = spent(3, THREE);

        assertThat(quota.nextReturn(THREE, START)).isNull();
        assertThat(quota.tokenAt(1, THREE, START)).isEqualTo(START.plus(CYCLE));
    }

    @Test
    void ofWhatHasComeBackOnlyTheCapacityIsKept() {
        Quota quota = endedOneSecondApart();

        assertThat(quota.unusedAt(THREE, START)).isEqualTo(returned(3));
        assertThat(quota.unusedAt(THREE, returned(3))).isEqualTo(returned(3));
        assertThat(quota.spend(THREE, returned(3)).unusedAt(THREE, returned(3))).isNull();
        assertThat(quota.spend(THREE, returned(3)).over()).hasSize(3);
        assertThat(quota.spend(of(2), returned(2)).over()).containsExactly(START.plusSeconds(2), START.plusSeconds(3));
        assertThat(quota.spend(of(4), returned(1)).over()).hasSize(3);
    }

    @Test
    void whatStillCountsIsKeptThoughTheCapacityWasLowered() {
        Quota lowered = spent(4, of(4))
                .over(of(4), START)
                .over(of(1), START.plusSeconds(1))
                .over(of(1), START.plusSeconds(2));

        assertThat(lowered.available(of(4), START.plusSeconds(3))).isZero();
    }

    @Test
    void aLongerPeriodCoversTheUsesThatWereOverBeforeItWasSet() {
        QuotaLimit longer = Limits.standard()
                .capacity(3)
                .period(Duration.ofHours(2))
                .policy()
                .quota();
        Quota quota = endedOneSecondApart().spend(THREE, returned(2)).over(THREE, returned(3));

        assertThat(quota.available(THREE, returned(3))).isEqualTo(2);
        assertThat(quota.available(longer, returned(3))).isZero();
        assertThat(quota.available(longer, START.plusSeconds(2).plus(Duration.ofSeconds(7_201))))
                .isEqualTo(1);
    }

    @Test
    void aLongerPeriodCoversTheUsesOfUnknownOutcomeToo() {
        QuotaLimit longer = Limits.standard()
                .capacity(3)
                .period(Duration.ofHours(2))
                .policy()
                .quota();
        Quota quota = spent(3, THREE)
                .unknown("c.1", DEADLINE)
                .over(THREE, START)
                .over(THREE, START)
                .spend(THREE, STRAGGLED);

        assertThat(quota.unanswered()).isEmpty();
        assertThat(quota.available(THREE, STRAGGLED)).isEqualTo(2);
        assertThat(quota.available(longer, STRAGGLED)).isZero();
    }

    @Test
    void tokensComeBackInTheOrderOfTheirTimesWhateverTheirUsesWere() {
        Instant late = STRAGGLED.minus(CYCLE).plusSeconds(1);
        Quota quota = spent(3, THREE).unknown("c.1", DEADLINE).over(THREE, late);

        assertThat(quota.nextReturn(THREE, late)).isEqualTo(STRAGGLED);
        assertThat(quota.nextReturn(of(2), late)).isEqualTo(STRAGGLED.plusSeconds(1));
    }

    @Test
    void aCallUnderWayMayBeOverBeforeOneOfUnknownOutcomeCountsNoMore() {
        Quota quota = spent(2, of(2)).unknown("c.1", DEADLINE);

        assertThat(quota.tokenAt(1, of(2), START)).isEqualTo(START.plus(CYCLE));
        assertThat(quota.tokenAt(2, of(2), START)).isEqualTo(STRAGGLED);
    }

    /** Three uses, over 1, 2 and 3 seconds after the start. */
    private static Quota endedOneSecondApart() {
        return spent(3, THREE)
                .over(THREE, START.plusSeconds(2))
                .over(THREE, START.plusSeconds(1))
                .over(THREE, START.plusSeconds(3));
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
