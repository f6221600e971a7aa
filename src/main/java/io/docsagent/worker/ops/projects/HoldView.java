package io.docsagent.worker.ops.projects;

import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Project;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What operators see of a hold.
 *
 * @param message the latest cause
 */
public record HoldView(
        String reason,
        String message,
        Instant since,
        @Nullable Instant nextProbeAt,
        boolean probing) {

    public static final String NONE = "none";

    private static final String OPERATOR = "operator";

    static @Nullable HoldView of(Hold hold) {
        return switch (hold) {
            case Hold.Flowing flowing -> null;
            case Hold.Held held ->
                new HoldView(held.reason().code(), held.message(), held.since(), held.until(), false);
            case Hold.Probing probing ->
                new HoldView(probing.reason().code(), probing.message(), probing.since(), null, true);
        };
    }

    /** Why nothing is sent for a project, as metrics write it: its own hold, an operator's, or both. */
    public static List<String> reasonsOf(Project project) {
        HoldView view = of(project.hold());
        List<String> reasons = new ArrayList<>();
        if (view != null) {
            reasons.add(view.reason());
        }
        if (project.operatorHold() != null) {
            reasons.add(OPERATOR);
        }
        return reasons;
    }

    /** 429s in a row, without a call that got through. */
    public static int throttledInARow(Hold hold) {
        return switch (hold) {
            case Hold.Flowing flowing -> 0;
            case Hold.Held held -> held.reason() == Hold.Reason.THROTTLED ? held.streak() : 0;
            case Hold.Probing probing -> probing.reason() == Hold.Reason.THROTTLED ? probing.streak() : 0;
        };
    }

    /** What commands of the project wait for before anything else: an operator, the service, or none of them. */
    public static String reasonOf(Project project) {
        List<String> reasons = reasonsOf(project);
        return reasons.isEmpty() ? NONE : reasons.getLast();
    }

    /** All that there are. */
    public static List<String> reasons() {
        return Stream.concat(Arrays.stream(Hold.Reason.values()).map(Hold.Reason::code), Stream.of(OPERATOR))
                .toList();
    }
}
