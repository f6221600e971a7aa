package io.docsagent.worker.domain;

import io.docsagent.worker.domain.policy.Sharing.Share;
import io.docsagent.worker.guarantee.BudgetsKept;
import io.docsagent.worker.guarantee.CancelledNeverSent;
import io.docsagent.worker.guarantee.DecisionsAreBounded;
import io.docsagent.worker.guarantee.EveryCommandEndsOnce;
import io.docsagent.worker.guarantee.Guarantee;
import io.docsagent.worker.guarantee.NextMomentIsAhead;
import io.docsagent.worker.guarantee.NotSentTooEarly;
import io.docsagent.worker.guarantee.NothingLostOnReplay;
import io.docsagent.worker.guarantee.NothingSentWhileHeld;
import io.docsagent.worker.guarantee.OperationsAnsweredOnce;
import io.docsagent.worker.guarantee.OrderKeptPerJob;
import io.docsagent.worker.guarantee.PlacesRemembered;
import io.docsagent.worker.guarantee.QuotaNeverExceeded;
import io.docsagent.worker.guarantee.RecordsMatchTheState;
import io.docsagent.worker.guarantee.RepetitionsAnswered;
import io.docsagent.worker.guarantee.SentAtMostOnce;
import io.docsagent.worker.guarantee.SentForgottenLast;
import io.docsagent.worker.guarantee.SentOnceByTheLast;
import io.docsagent.worker.guarantee.TakenOnlyIfProved;
import io.docsagent.worker.guarantee.TokensConserved;
import io.docsagent.worker.testkit.History;
import io.docsagent.worker.testkit.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Random short histories, each the work of one seed, under every guarantee. */
class HistoriesTest {

    /** Fewer where each mutant runs them. */
    private static final int HISTORIES = Integer.getInteger("histories", 1_000);

    @Test
    void every_guarantee_holds_in_every_history() {
        each(HISTORIES, HistoriesTest::live);
    }

    /** Side by side: each seed is a world of its own. */
    private static void each(int histories, LongConsumer history) {
        LongStream.range(0, histories).parallel().forEach(seed -> {
            try {
                history.accept(seed);
            } catch (RuntimeException | AssertionError broken) {
                throw new AssertionError("history of seed " + seed, broken);
            }
        });
    }

    private static void live(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Duration period = Duration.ofSeconds(30 + random.nextInt(90));
        int capacity = 1 + random.nextInt(5);
        int attempts = random.nextInt(3) == 0 ? 3 : 1;
        Map<String, Share> sharing = random.nextBoolean() ? Map.of() : sharing(random, capacity);
        Limits limits = Limits.standard()
                .capacity(capacity)
                .sharing(sharing)
                .period(period)
                .margin(History.MOST_SKEW.multipliedBy(2))
                .inFlight(1 + random.nextInt(4))
                .atLeastOnce(attempts);
        List<Guarantee> guarantees = List.of(
                new SentAtMostOnce(attempts),
                new EveryCommandEndsOnce(),
                new OrderKeptPerJob(),
                new RepetitionsAnswered(),
                new CancelledNeverSent(),
                new OperationsAnsweredOnce(),
                new NothingSentWhileHeld(),
                new NotSentTooEarly(),
                new SentOnceByTheLast(),
                new RecordsMatchTheState(),
                new PlacesRemembered(),
                new TakenOnlyIfProved(),
                new TokensConserved(),
                new BudgetsKept(),
                new DecisionsAreBounded(),
                new NextMomentIsAhead(),
                new NothingLostOnReplay(random.nextInt(60)));
        History history = new History(random, limits, guarantees);
        history.run();
        sharing.forEach((publisher, share) -> withinBudget(history.usesOf(publisher), share, period, Instant.MIN));
        new QuotaNeverExceeded(capacity, period).check(history.uses());
    }

    /** With a small memory and a short one. */
    @Test
    void what_a_command_rests_on_is_not_forgotten_and_what_was_sent_is_forgotten_last() {
        each(HISTORIES / 4, HistoriesTest::liveForgetfully);
    }

    private static void liveForgetfully(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Limits limits = Limits.standard()
                .capacity(1 + random.nextInt(3))
                .period(Duration.ofSeconds(30 + random.nextInt(90)))
                .margin(History.MOST_SKEW.multipliedBy(2))
                .marks(random.nextInt(3) == 0 ? 1_000 : 4 + random.nextInt(8))
                .retention(Duration.ofSeconds(10 + random.nextInt(600)));
        History history = new History(
                random,
                limits,
                List.of(
                        new PlacesRemembered(),
                        new SentForgottenLast(),
                        new SentAtMostOnce(1),
                        new OrderKeptPerJob(),
                        new RecordsMatchTheState()));
        history.run();
    }

    private static void withinBudget(List<Instant> uses, Share share, Duration period, Instant from) {
        if (share.maxUses() != null) {
            new QuotaNeverExceeded(share.maxUses(), period).inAnyRollingPeriodThatEndsAfter(from, uses);
        }
    }

    private static Map<String, Share> sharing(SplittableRandom random, int capacity) {
        Map<String, Share> sharing = new HashMap<>();
        for (String publisher : History.PUBLISHERS) {
            Integer maxUses = random.nextBoolean() ? null : Integer.valueOf(Math.max(1, random.nextInt(capacity + 1)));
            sharing.put(publisher, new Share(1 + random.nextInt(4), maxUses));
        }
        return sharing;
    }

    /** Restarted with other settings half-way: from then on the stricter quota holds for what was sent before, too. */
    @Test
    void the_quota_holds_when_the_settings_change_on_the_way() {
        each(HISTORIES / 4, HistoriesTest::liveThroughAChange);
    }

    private static void liveThroughAChange(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Duration period = Duration.ofSeconds(30 + random.nextInt(90));
        int capacity = 2 + random.nextInt(4);
        int attempts = 1 + random.nextInt(3);
        Limits before = Limits.standard()
                .capacity(capacity)
                .period(period)
                .margin(History.MOST_SKEW.multipliedBy(2))
                .atLeastOnce(attempts);
        Duration longer = period.plusSeconds(random.nextInt(200));
        int fewer = capacity - random.nextInt(2);
        Limits after = before.capacity(fewer).period(longer).atLeastOnce(1);
        Map<String, Share> sharing = random.nextBoolean() ? Map.of() : sharing(random, fewer);
        History history = new History(
                random,
                before,
                List.of(new SentAtMostOnce(attempts), new EveryCommandEndsOnce(), new OrderKeptPerJob()));
        Instant changed = history.changes(after.sharing(sharing), Duration.ofMillis(random.nextLong(300_000)));

        history.run();

        new QuotaNeverExceeded(capacity, period).inAnyRollingPeriod(history.uses());
        new QuotaNeverExceeded(fewer, longer).inAnyRollingPeriodThatEndsAfter(changed, history.uses());
        sharing.forEach((publisher, share) -> withinBudget(history.usesOf(publisher), share, longer, changed));
    }
}
