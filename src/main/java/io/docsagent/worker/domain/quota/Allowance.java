package io.docsagent.worker.domain.quota;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What of a project's quota one publisher may use.
 *
 * @param all the project's tokens
 * @param budget the publisher's own; null where it has no budget
 */
public record Allowance(Tokens all, @Nullable Tokens budget) {

    public boolean hasToken() {
        return all.hasAny() && (budget == null || budget.hasAny());
    }

    /** When there is a token by time alone; null where an outcome must come first. */
    public @Nullable Instant nextReturn(Instant now) {
        Instant next = all.hasAny() ? now : all.next();
        if (budget == null || budget.hasAny() || next == null) {
            return next;
        }
        Instant own = budget.next();
        return own == null || own.isAfter(next) ? own : next;
    }

    /**
     * When a command is likely to get its token, if every use in flight were over now.
     *
     * @param position among all commands; 1 is next
     * @param own position among its publisher's commands
     */
    public Instant tokenAt(int position, int own) {
        Instant common = all.at(position);
        Instant budgeted = budget == null ? common : budget.at(own);
        return budgeted.isAfter(common) ? budgeted : common;
    }

    /** Whether it gets its token only when its budget allows it, see {@link #tokenAt}. */
    public boolean waitsForBudget(int position, int own) {
        return budget != null && budget.at(own).isAfter(all.at(position));
    }

    /** How many of its publisher's commands can be sent until then, as far as the budget goes. */
    public int budgetUntil(Instant time) {
        return budget == null ? Integer.MAX_VALUE : budget.until(time);
    }
}
