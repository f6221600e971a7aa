package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.Event;
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

    private final FinishedRun run;

    /** The answers to operations that were done, by their ids. */
    private final Map<String, Event> done = new HashMap<>();

    Operations(FinishedRun run) {
        this.run = run;
    }

    void check() {
        run.events().all().stream()
                .filter(event -> event.type().equals("operation.done"))
                .forEach(event -> done.put(String.valueOf(event.operation()), event));
        done.forEach((id, answer) -> {
            Asked operation = Objects.requireNonNull(run.operators().asked().get(id));
            switch (operation.kind()) {
                case HOLD -> endedInTime(operation, answer);
                case PROMOTE -> wentFirst(operation, answer);
                case CANCEL -> cancelled(operation);
                case CANCEL_MANY -> cancelledAll(operation, answer);
                case RESUME, TAKEN, NOT_TAKEN, REPEAT, RELEASE -> {}
            }
        });
        run.events().all().stream()
                .filter(event -> event.type().equals("command.cancelled"))
                .forEach(this::wanted);
        run.promises().paidByOthers().forEach(this::paid);
    }

    /** A hold with an end is over then, unless another one has taken its place. */
    private void endedInTime(Asked hold, Event answer) {
        Instant until = hold.until();
        if (until == null) {
            return;
        }
        boolean ended = run.events().all().stream()
                .filter(event -> event.project().equals(hold.project())
                        && event.reason().equals(OPERATOR)
                        && event.offset() > answer.offset())
                .anyMatch(event -> event.type().equals("project.held")
                        || event.time().isBefore(until.plus(Waits.LONGEST).plus(Events.MARGIN)));
        if (!ended && !run.promises().disturbed().meet(until, until.plus(Waits.LONGEST))) {
            run.promises().broken("held longer than until " + until + ": " + hold);
        }
    }

    /** A create that was promoted goes before each that was not, from the promotion on. */
    private void wentFirst(Asked promotion, Event answer) {
        Published command = Objects.requireNonNull(run.publishers().published().get(promotion.command()));
        List<Called> its = run.calls().of(command.id());
        if (command.isMessage() || !command.plain() || its.isEmpty() || !hasNoBudget(command)) {
            return;
        }
        Called first = its.stream()
                .min(Comparator.comparingLong(called -> called.offset))
                .orElseThrow();
        Spans held = Waits.holds(run.events(), command.project());
        ofProject(command.project()).stream()
                .filter(called -> called.cause.offset() >= answer.offset() && called.offset < first.offset)
                .filter(called -> isUnpromotedCreate(called.command()))
                .filter(called -> !held.meet(called.madeAt.minus(Events.MARGIN), called.madeAt.plus(Events.MARGIN)))
                .forEach(called ->
                        run.promises().broken("called before " + command + ", which was promoted: " + called.call));
    }

    private boolean hasNoBudget(Published command) {
        return Settings.budgetOf(command.publisher(), run.settings()) == null;
    }

    private boolean isUnpromotedCreate(String id) {
        Published other = run.publishers().published().get(id);
        return other != null
                && !other.isMessage()
                && run.publishers().published().values().stream()
                        .filter(each -> each.create().equals(id))
                        .allMatch(each -> each.plain() && !run.operators().isPromoted(each.id()));
    }

    private void cancelled(Asked cancel) {
        String command = Objects.requireNonNull(cancel.command());
        boolean ended =
                run.events().endsOf(command).stream().anyMatch(end -> end.type().equals("command.cancelled"));
        if (!ended) {
            run.promises().broken("not cancelled: " + cancel);
        }
    }

    /** What had arrived and was not called before the cancel is not called after it. */
    private void cancelledAll(Asked cancel, Event answer) {
        run.publishers().published().values().stream()
                .filter(command ->
                        concerns(cancel, command) && !run.publishers().isReused(command.id()))
                .forEach(command -> {
                    long arrived = run.calls().arrivalOf(command.id());
                    List<Called> its = run.calls().of(command.id());
                    boolean called = its.stream().anyMatch(each -> each.cause.offset() <= answer.offset());
                    if (arrived < run.calls().arrivalOfOperation(cancel.id()).offset()
                            && !called
                            && !its.isEmpty()
                            && !run.publishers().isRepeated(command.id())) {
                        run.promises().broken("called after " + cancel + ": " + its.getFirst().call);
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
        Published command = run.publishers().published().get(id);
        if (command == null
                || run.publishers().isToBeCancelled(id)
                || run.publishers().isReused(id)) {
            return;
        }
        boolean asked = run.operators().asked().values().stream()
                .anyMatch(each -> (each.kind() == Kind.CANCEL && id.equals(each.command()))
                        || (each.kind() == Kind.CANCEL_MANY && concerns(each, command)));
        if (!asked) {
            run.promises().broken("cancelled though nobody wanted it: " + end);
        }
    }

    /** Nobody pays for others but who had a command promoted. */
    private void paid(Post post) {
        boolean promoted = run.publishers().published().values().stream()
                .anyMatch(each -> each.project().equals(post.projectId)
                        && each.publisher().equals(post.payer)
                        && run.operators().isPromoted(each.id()));
        if (!promoted) {
            run.promises().broken("paid by " + post.payer + ", who had nothing promoted: " + post);
        }
    }

    private List<Called> ofProject(String project) {
        return run.calls().all().stream()
                .filter(called -> called.call.projectId().equals(project))
                .toList();
    }
}
