package io.docsagent.worker.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.policy.Sharing.Share;
import io.docsagent.worker.guarantee.ActiveJobsLimited;
import io.docsagent.worker.guarantee.BudgetsKept;
import io.docsagent.worker.guarantee.CancelledWaitNoMore;
import io.docsagent.worker.guarantee.ContinuedInTurn;
import io.docsagent.worker.guarantee.DecisionsAreBounded;
import io.docsagent.worker.guarantee.EndedNotSent;
import io.docsagent.worker.guarantee.EndedOnce;
import io.docsagent.worker.guarantee.EventsInOrder;
import io.docsagent.worker.guarantee.Guarantee;
import io.docsagent.worker.guarantee.HeldAsAsked;
import io.docsagent.worker.guarantee.History;
import io.docsagent.worker.guarantee.History.Limit;
import io.docsagent.worker.guarantee.Kept;
import io.docsagent.worker.guarantee.NextMomentIsAhead;
import io.docsagent.worker.guarantee.NotSentTooEarly;
import io.docsagent.worker.guarantee.NotSentWhileHeld;
import io.docsagent.worker.guarantee.NothingLostOnReplay;
import io.docsagent.worker.guarantee.OpenPullRequestsLimited;
import io.docsagent.worker.guarantee.OperationsAnsweredOnce;
import io.docsagent.worker.guarantee.OrderKeptPerJob;
import io.docsagent.worker.guarantee.PlacesRemembered;
import io.docsagent.worker.guarantee.PromptsOfSuperseded;
import io.docsagent.worker.guarantee.RecordsMatchTheState;
import io.docsagent.worker.guarantee.RepeatsAreTheSame;
import io.docsagent.worker.guarantee.RepetitionsAnswered;
import io.docsagent.worker.guarantee.SentForgottenLast;
import io.docsagent.worker.guarantee.SentOnce;
import io.docsagent.worker.guarantee.TakenOnlyIfProved;
import io.docsagent.worker.guarantee.TokensConserved;
import io.docsagent.worker.guarantee.UnknownOnlyWhereOpen;
import io.docsagent.worker.guarantee.WithinQuota;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.RandomHistory;
import io.docsagent.worker.testkit.RandomHistory.Used;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Random short histories, each the work of one seed, under every guarantee. */
@Order(2)
class HistoriesTest {

    /** More in continuous integration, fewer where each mutant runs them. */
    private static final int HISTORIES = Integer.getInteger("histories", 50);

    private static final Limit ANY = new Limit(Integer.MAX_VALUE, Duration.ZERO);

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
        boolean idempotent = attempts > 1 && seed % 2 == 0;
        Map<String, Share> sharing = random.nextBoolean() ? Map.of() : sharing(random, capacity);
        Limits limits = Limits.standard()
                .capacity(capacity)
                .sharing(sharing)
                .period(period)
                .margin(RandomHistory.MOST_SKEW.multipliedBy(2))
                .inFlight(1 + random.nextInt(4))
                .atLeastOnce(attempts)
                .active(upTo(3, random), ofSome(random))
                .openPullRequests(upTo(3, random), ofSome(random));
        limits = idempotent ? limits.idempotent() : limits;
        List<Guarantee> guarantees = List.of(
                new Kept(
                        new SentOnce(attempts),
                        new EndedOnce(idempotent ? 1 : attempts),
                        new EventsInOrder(Duration.ofDays(1)),
                        new RepetitionsAnswered(),
                        new EndedNotSent(),
                        new OperationsAnsweredOnce(),
                        new NotSentWhileHeld(),
                        new NotSentTooEarly(Duration.ZERO),
                        new UnknownOnlyWhereOpen(Duration.ZERO, Duration.ZERO)),
                new OrderKeptPerJob(),
                new CancelledWaitNoMore(),
                new HeldAsAsked(),
                new PromptsOfSuperseded(),
                new ContinuedInTurn(),
                new RepeatsAreTheSame(),
                new ActiveJobsLimited(),
                new OpenPullRequestsLimited(),
                new RecordsMatchTheState(),
                new PlacesRemembered(),
                new TakenOnlyIfProved(),
                new TokensConserved(),
                new BudgetsKept(),
                new DecisionsAreBounded(),
                new NextMomentIsAhead(),
                new NothingLostOnReplay(random.nextInt(60)));
        RandomHistory history = new RandomHistory(random, limits, guarantees);
        history.run();
        withinQuota(history, new Limit(capacity, period), sharing, Instant.MIN);
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
                .margin(RandomHistory.MOST_SKEW.multipliedBy(2))
                .marks(random.nextInt(3) == 0 ? 1_000 : 4 + random.nextInt(8))
                .retention(Duration.ofSeconds(10 + random.nextInt(600)));
        RandomHistory history = new RandomHistory(
                random,
                limits,
                List.of(
                        new PlacesRemembered(),
                        new SentForgottenLast(),
                        new Kept(true, new SentOnce(1)),
                        new OrderKeptPerJob(),
                        new RecordsMatchTheState()));
        history.run();
    }

    /** @param from only what is counted after that must be */
    private static void withinQuota(RandomHistory lived, Limit quota, Map<String, Share> sharing, Instant from) {
        History history = new History();
        for (Used used : lived.uses()) {
            Share share = sharing.get(used.payer());
            boolean counts = used.at().isAfter(from);
            history.uses()
                    .add(new History.Use(
                            Asked.PROJECT,
                            used.payer(),
                            used.at(),
                            counts ? quota : ANY,
                            counts && share != null && share.maxUses() != null
                                    ? new Limit(share.maxUses(), quota.period())
                                    : null));
        }
        assertThat(new WithinQuota(false).broken(history)).isEmpty();
        assertThat(new WithinQuota(true).broken(history)).isEmpty();
    }

    private static @Nullable Integer upTo(int most, SplittableRandom random) {
        return random.nextBoolean() ? null : Integer.valueOf(1 + random.nextInt(most));
    }

    private static Map<String, Integer> ofSome(SplittableRandom random) {
        Map<String, Integer> limits = new HashMap<>();
        for (String publisher : RandomHistory.PUBLISHERS) {
            Integer limit = random.nextBoolean() ? null : upTo(2, random);
            if (limit != null) {
                limits.put(publisher, limit);
            }
        }
        return limits;
    }

    private static Map<String, Share> sharing(SplittableRandom random, int capacity) {
        Map<String, Share> sharing = new HashMap<>();
        for (String publisher : RandomHistory.PUBLISHERS) {
            Integer maxUses = random.nextBoolean() ? null : Integer.valueOf(Math.max(1, random.nextInt(capacity + 1)));
            sharing.put(publisher, new Share(1 + random.nextInt(4), maxUses));
        }
        return sharing;
    }

    /** Restarted with other settings half-way: from then on the new quota holds for what was sent before, too. */
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
                .margin(RandomHistory.MOST_SKEW.multipliedBy(2))
                .atLeastOnce(attempts);
        Duration longer = period.plusSeconds(random.nextInt(200));
        int other = capacity - 1 + random.nextInt(6);
        Limits after = before.capacity(other).period(longer).atLeastOnce(1);
        Map<String, Share> sharing = random.nextBoolean() ? Map.of() : sharing(random, other);
        RandomHistory history = new RandomHistory(
                random,
                before,
                List.of(new Kept(new SentOnce(attempts), new EndedOnce(attempts)), new OrderKeptPerJob()));
        Instant changed = history.changes(after.sharing(sharing), Duration.ofMillis(random.nextLong(300_000)));

        history.run();

        if (other <= capacity) {
            withinQuota(history, new Limit(capacity, period), Map.of(), Instant.MIN);
        }
        withinQuota(history, new Limit(other, longer), sharing, changed);
    }
}
