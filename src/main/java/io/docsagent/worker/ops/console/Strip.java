package io.docsagent.worker.ops.console;

import io.docsagent.worker.domain.quota.Return;
import io.docsagent.worker.ops.projects.ProjectSummary.QuotaSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When uses come back: one bar for each sixtieth of the period, drawn in units of the picture. What comes back after the
 * period, by its margin or a call of unknown outcome, is in the last one.
 *
 * @param half the middle of the period, from now
 * @param whole its end
 */
record Strip(List<Bar> bars, List<Return> returns, int total, String half, String whole) {

    private static final int PARTS = 60;
    private static final int STEP = 10;
    private static final int HEIGHT = 40;
    private static final int LEAST_HEIGHT = 6;

    /** From the upper left corner. */
    record Bar(int x, int y, int height) {}

    static @Nullable Strip of(QuotaSummary quota, Instant now) {
        List<Return> returns = quota.returns();
        Duration period = quota.period();
        if (returns == null || period == null) {
            return null;
        }
        int[] uses = new int[PARTS];
        for (Return back : returns) {
            uses[part(Duration.between(now, back.at()), period)] += back.uses();
        }
        return new Strip(
                bars(uses),
                returns,
                returns.stream().mapToInt(Return::uses).sum(),
                text(period.dividedBy(2)),
                text(period));
    }

    private static int part(Duration ahead, Duration period) {
        long part = ahead.toMillis() * PARTS / Math.max(1, period.toMillis());
        return Math.clamp(part, 0, PARTS - 1);
    }

    private static List<Bar> bars(int[] uses) {
        int most = 1;
        for (int number : uses) {
            most = Math.max(most, number);
        }
        List<Bar> bars = new ArrayList<>();
        for (int i = 0; i < PARTS; i++) {
            if (uses[i] > 0) {
                int height = LEAST_HEIGHT + (int) ((long) (HEIGHT - LEAST_HEIGHT) * uses[i] / most);
                bars.add(new Bar(i * STEP + 1, HEIGHT - height, height));
            }
        }
        return bars;
    }

    private static String text(Duration time) {
        if (time.compareTo(Duration.ofMinutes(2)) < 0) {
            return time.toSeconds() + " s";
        }
        return time.compareTo(Duration.ofDays(2)) < 0 ? time.toMinutes() + " min" : time.toDays() + " d";
    }
}
