package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.Event;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.simulation.Calls.Called;
import io.docsagent.worker.simulation.Operators.Asked;
import io.docsagent.worker.simulation.Operators.Kind;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What operators asked for and was answered is done: the inputs of a project say what came before what. */
final class Operations {

    private static final String OPERATOR = "operator";

    private final Calls calls;
    private final Promises promises;
    private final Publishers publishers;
    private final Operators operators;
    private final Events events;
    private final WorkerProperties settings;

    /** The answers to operations that were done, by their ids. */
    private final Map<String, Event> done = new HashMap<>();

    Operations(
            Calls calls,
            Promises promises,
            Publishers publishers,
            Operators operators,
            Events events,
            WorkerProperties settings) {
        this.settings = settings;
        this.calls = calls;
        this.promises = promises;
        this.publishers = publishers;
        this.operators = operators;
        this.events = events;
    }

    void check() {
        events.all().stream()
                .filter(event -> event.type().equals("operation.done"))
                .forEach(event -> done.put(String.valueOf(event.operation()), event));
        done.forEach((id, answer) -> {
            Asked operation = Objects.requireNonNull(operators.asked().get(id));
            switch (operation.kind()) {
                case HOLD -> endedInTime(operation, answer);
                case PROMOTE -> wentFirst(operation, answer);
                case CANCEL -> cancelled(operation);
                case CANCEL_MANY -> cancelledAll(operation, answer);
                case RESUME, TAKEN, NOT_TAKEN, REPEAT, RELEASE -> {}
            }
        });
        events.all().stream()
                .filter(event -> event.type().equals("command.cancelled"))
                .forEach(this::wanted);
        promises.paidByOthers().forEach(this::paid);
    }

    /** A hold with an end is over then, unless another one has taken its place. */
    private void endedInTime(Asked hold, Event answer) {
        Instant until = hold.until();
        if (until == null) {
            return;
        }
        boolean ended = events.all().stream()
                .filter(event -> event.project().equals(hold.project())
                        && event.reason().equals(OPERATOR)
                        && event.offset() > answer.offset())
                .anyMatch(event -> event.type().equals("project.held")
                        || event.time().isBefore(until.plus(Waits.LONGEST).plus(Events.MARGIN)));
        if (!ended && !promises.disturbed().meet(until, until.plus(Waits.LONGEST))) {
            promises.broken("held longer than until " + until + ": " + hold);
        }
    }

    /** A create that was promoted goes before each that was not, from the promotion on. */
    private void wentFirst(Asked promotion, Event answer) {
        Published command = Objects.requireNonNull(publishers.published().get(promotion.command()));
        List<Called> its = calls.of(command.id());
        if (command.isMessage() || !command.plain() || its.isEmpty() || !hasNoBudget(command)) {
            return;
        }
        Called first = its.stream()
                .min(Comparator.comparingLong(called -> called.offset))
                .orElseThrow();
        Spans held = Waits.holds(events, command.project());
        ofProject(command.project()).stream()
                .filter(called -> called.cause.offset() >= answer.offset() && called.offset < first.offset)
                .filter(called -> isUnpromotedCreate(called.command()))
                .filter(called -> !held.meet(called.madeAt.minus(Events.MARGIN), called.madeAt.plus(Events.MARGIN)))
                .forEach(
                        called -> promises.broken("called before " + command + ", which was promoted: " + called.call));
    }

    private boolean hasNoBudget(Published command) {
        return Settings.budgetOf(command.publisher(), settings) == null;
    }

    private boolean isUnpromotedCreate(String id) {
        Published other = publishers.published().get(id);
        return other != null
                && !other.isMessage()
                && publishers.published().values().stream()
                        .filter(each -> each.create().equals(id))
                        .allMatch(each -> each.plain() && !operators.isPromoted(each.id()));
    }

    private void cancelled(Asked cancel) {
        String command = Objects.requireNonNull(cancel.command());
        boolean ended =
                events.endsOf(command).stream().anyMatch(end -> end.type().equals("command.cancelled"));
        if (!ended) {
            promises.broken("not cancelled: " + cancel);
        }
    }

    /** What had arrived and was not called before the cancel is not called after it. */
    private void cancelledAll(Asked cancel, Event answer) {
        publishers.published().values().stream()
                .filter(command -> concerns(cancel, command) && !publishers.isReused(command.id()))
                .forEach(command -> {
                    long arrived = calls.arrivalOf(command.id());
                    List<Called> its = calls.of(command.id());
                    boolean called = its.stream().anyMatch(each -> each.cause.offset() <= answer.offset());
                    if (arrived < calls.arrivalOfOperation(cancel.id()).offset()
                            && !called
                            && !its.isEmpty()
                            && !publishers.isRepeated(command.id())) {
                        promises.broken("called after " + cancel + ": " + its.getFirst().call);
                    }
                });
    }

    private static boolean concerns(Asked cancel, Published command) {
        return command.project().equals(cancel.project())
                && (cancel.publisher() == null || cancel.publisher().equals(command.publisher()))
                && (cancel.key() == null || command.json().contains("\"coalesce\":{\"key\":\"" + cancel.key()));
    }

    /** Somebody wanted each command cancelled that was. */
    private void wanted(Event end) {
        String id = String.valueOf(end.command());
        Published command = publishers.published().get(id);
        if (command == null || publishers.isToBeCancelled(id) || publishers.isReused(id)) {
            return;
        }
        boolean asked = operators.asked().values().stream()
                .anyMatch(each -> (each.kind() == Kind.CANCEL && id.equals(each.command()))
                        || (each.kind() == Kind.CANCEL_MANY && concerns(each, command)));
        if (!asked) {
            promises.broken("cancelled though nobody wanted it: " + end);
        }
    }

    /** Nobody pays for others but who had a command promoted. */
    private void paid(Post post) {
        boolean promoted = publishers.published().values().stream()
                .anyMatch(each -> each.project().equals(post.projectId)
                        && each.publisher().equals(post.payer)
                        && operators.isPromoted(each.id()));
        if (!promoted) {
            promises.broken("paid by " + post.payer + ", who had nothing promoted: " + post);
        }
    }

    private List<Called> ofProject(String project) {
        return calls.all().stream()
                .filter(called -> called.call.projectId().equals(project))
                .toList();
    }
}
