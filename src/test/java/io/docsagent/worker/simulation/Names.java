package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.Event;
import io.docsagent.worker.simulation.Operators.Kind;
import io.docsagent.worker.wire.Answer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the service takes each name of a request once, it does no work twice, and no outcome stays unknown. */
record Names(FinishedRun run) {

    void check() {
        if (run.settings().api().idempotencyHeader() == null) {
            return;
        }
        run.promises().worked().forEach((command, times) -> {
            // What was forgotten is another command, and has another name.
            if (times > 1 && !run.publishers().isPublishedLate(command)) {
                run.promises().broken("done " + times + " times by a service that knows its name: " + command);
            }
        });
        run.events().all().stream()
                .filter(event -> event.type().equals("command.unknown") && !mayBeUnknown(event))
                .forEach(event -> run.promises().broken("unknown to a worker that may ask again: " + event));
    }

    private static boolean isRefusal(@Nullable Answer answer) {
        return answer instanceof Answer.Rejected
                || answer instanceof Answer.Unauthorized
                || answer instanceof Answer.Redirected;
    }

    /** Only what may not be sent again, or is refused, as such or with its project. */
    private boolean mayBeUnknown(Event end) {
        String id = String.valueOf(end.command());
        Published command = run.publishers().published().get(id);
        return command == null
                || command.expiresAt() != null
                || run.publishers().isReused(id)
                || run.publishers().isToBeCancelled(id)
                || run.operators().asked().values().stream()
                        .anyMatch(each -> Set.of(Kind.CANCEL, Kind.CANCEL_MANY).contains(each.kind())
                                && each.project().equals(command.project()))
                || run.calls().of(id).stream().anyMatch(called -> isRefusal(called.answer));
    }
}
