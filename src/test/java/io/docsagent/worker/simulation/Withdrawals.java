package io.docsagent.worker.simulation;

import io.docsagent.worker.simulation.Calls.Called;
import java.util.Set;

/** What was cancelled or superseded is not called any more, cancels are answered, and nothing is called too early. */
final class Withdrawals {

    private static final Set<String> WITHDRAWN = Set.of("command.cancelled", "command.superseded");
    private static final Set<String> ANSWERS = Set.of("command.rejected", "command.duplicate");

    private final Calls calls;
    private final Promises promises;
    private final Publishers publishers;
    private final Events events;

    Withdrawals(Calls calls, Promises promises, Publishers publishers, Events events) {
        this.calls = calls;
        this.promises = promises;
        this.publishers = publishers;
        this.events = events;
    }

    /** @param forgotten whether commands may be forgotten early */
    void check(boolean forgotten) {
        if (!forgotten) {
            events.all().stream()
                    .filter(event -> WITHDRAWN.contains(event.type()))
                    .forEach(this::notCalledAfter);
        }
        publishers.cancels().values().forEach(this::answered);
        publishers.published().values().forEach(this::notCalledBefore);
    }

    private void notCalledAfter(Events.Event end) {
        String command = String.valueOf(end.command());
        for (Called called : calls.of(command)) {
            if (called.cause.offset() > end.offset()
                    && !promises.mayBeForgotten(command, end.time().plus(Events.MARGIN))) {
                promises.broken("called after " + end + ": " + called.call);
            }
        }
    }

    private void answered(Publishers.Cancel cancel) {
        boolean done = events.endsOf(cancel.target()).stream()
                .anyMatch(end -> end.type().equals("command.cancelled"));
        boolean answered = events.all().stream()
                .anyMatch(event -> cancel.id().equals(event.command()) && ANSWERS.contains(event.type()));
        // One of other content under the same id may have been cancelled instead.
        if (!done && !answered && !publishers.isReused(cancel.target())) {
            promises.broken("no answer: " + cancel);
        }
    }

    private void notCalledBefore(Published command) {
        if (command.notBefore() == null || command.json().contains("coalesce") || publishers.isReused(command.id())) {
            return;
        }
        for (Called called : calls.of(command.id())) {
            if (called.cause.appendedAt().plus(Events.MARGIN).isBefore(command.notBefore())) {
                promises.broken("called before " + command.notBefore() + ": " + called.call);
            }
        }
    }
}
