package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The calls that were made for a command.
 *
 * <p>Stored: its components are a format.
 *
 * @param attempts made so far
 * @param unknown attempts of unknown outcome
 * @param dismissed attempts whose outcome was unknown, and still is, that an operator resolved as not taken: a late answer
 *     that says otherwise still counts; null where an operator resolved none
 * @param dismissedTo the job to which the latest of those were sent; null where they were to start one
 */
public record Calls(
        int attempts,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Integer> unknown,
        @Nullable List<Integer> dismissed,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String dismissedTo) {

    public static final Calls NONE = new Calls(0, List.of(), null, null);

    public Calls {
        unknown = unknown == null ? List.of() : List.copyOf(unknown);
    }

    /** One more is made. */
    Calls attempted() {
        return new Calls(attempts + 1, unknown, dismissed, dismissedTo);
    }

    /** The outcome of the latest is unknown. */
    Calls latestUnknown() {
        return new Calls(attempts, both(unknown, List.of(attempts)), dismissed, dismissedTo);
    }

    /** The outcome of the attempt is known after all. */
    Calls answered(int attempt) {
        List<Integer> still = dismissed == null ? null : without(dismissed, attempt);
        return new Calls(attempts, without(unknown, attempt), still, dismissedTo);
    }

    /**
     * An operator resolves those of unknown outcome as not taken.
     *
     * @param sentTo the job to which they were sent; null where they were to start one
     */
    Calls dismissedAll(@Nullable String sentTo) {
        return new Calls(attempts, List.of(), dismissed == null ? unknown : both(dismissed, unknown), sentTo);
    }

    /** Whether an operator resolved this attempt as not taken. */
    public boolean isDismissed(int attempt) {
        return dismissed != null && dismissed.contains(attempt);
    }

    /** Whether the outcome of the attempt is unknown, though an operator may have resolved it as not taken. */
    boolean isUnanswered(int attempt) {
        return unknown.contains(attempt) || isDismissed(attempt);
    }

    /** Whether an operator resolved one as not taken. */
    public boolean wasDismissed() {
        return dismissed != null;
    }

    /** Whether the service may have taken one of them, whatever an operator says. */
    boolean mayHaveBeenTaken() {
        return !unknown.isEmpty() || (dismissed != null && !dismissed.isEmpty());
    }

    private static List<Integer> both(List<Integer> some, List<Integer> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private static List<Integer> without(List<Integer> attempts, int attempt) {
        return attempts.stream().filter(each -> each != attempt).toList();
    }
}
