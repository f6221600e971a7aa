package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.Event;
import io.docsagent.worker.settings.ApiSettings;
import io.docsagent.worker.simulation.Operators.Kind;
import io.docsagent.worker.wire.Answer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the service takes each name of a request once, it does no work twice, and no outcome stays unknown. */
final class Names {

    private final Promises promises;
    private final Publishers publishers;
    private final Operators operators;
    private final Events events;
    private final Calls calls;

    Names(Promises promises, Publishers publishers, Operators operators, Events events, Calls calls) {
        this.promises = promises;
        this.publishers = publishers;
        this.operators = operators;
        this.events = events;
        this.calls = calls;
    }

    void check(ApiSettings settings) {
        if (settings.idempotencyHeader() == null) {
            return;
        }
        promises.worked().forEach((command, times) -> {
            // What was forgotten is another command, and has another name.
            if (times > 1 && !publishers.isPublishedLate(command)) {
                promises.broken("done " + times + " times by a service that knows its name: " + command);
            }
        });
        events.all().stream()
                .filter(event -> event.type().equals("command.unknown") && !mayBeUnknown(event))
                .forEach(event -> promises.broken("unknown to a worker that may ask again: " + event));
    }

    private static boolean isRefusal(@Nullable Answer answer) {
        return answer instanceof Answer.Rejected
                || answer instanceof Answer.Unauthorized
                || answer instanceof Answer.Redirected;
    }

    /** Only what may not be sent again, or is refused, as such or with its project. */
    private boolean mayBeUnknown(Event end) {
        String id = String.valueOf(end.command());
        Published command = publishers.published().get(id);
        return command == null
                || command.expiresAt() != null
                || publishers.isReused(id)
                || publishers.isToBeCancelled(id)
                || operators.asked().values().stream()
                        .anyMatch(each -> Set.of(Kind.CANCEL, Kind.CANCEL_MANY).contains(each.kind())
                                && each.project().equals(command.project()))
                || calls.of(id).stream().anyMatch(called -> isRefusal(called.answer));
    }
}
