package io.docsagent.worker.simulation;

import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.simulation.Calls.Called;
import io.docsagent.worker.simulation.Operators.Asked;
import io.docsagent.worker.simulation.Operators.Kind;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What operators asked for is answered once, and done: the inputs of a project say what came before what. */
final class Operations {

    private static final String OPERATOR = "operator";
    private static final Set<String> ANSWERS = Set.of("operation.done", "operation.refused");

    private final Calls calls;
    private final Promises promises;
    private final Publishers publishers;
    private final Operators operators;
    private final Events events;
    private final WorkerProperties settings;

    /** The answers to operations that were done, by their ids. */
    private final Map<String, Events.Event> done = new HashMap<>();

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
        answeredOnce();
        Set<String> projects = new HashSet<>();
        operators.asked().values().forEach(each -> projects.add(each.project()));
        projects.forEach(this::held);
        done.forEach((id, answer) -> {
            Asked operation = Objects.requireNonNull(operators.asked().get(id));
            switch (operation.kind()) {
                case HOLD -> endedInTime(operation, answer);
                case PROMOTE -> wentFirst(operation, answer);
                case CANCEL -> cancelled(operation);
                case CANCEL_MANY -> cancelledAll(operation, answer);
                case TAKEN, NOT_TAKEN -> notCalledAfter(operation, answer);
                case RESUME, REPEAT -> {}
            }
        });
        events.all().stream()
                .filter(event -> event.type().equals("command.cancelled"))
                .forEach(this::wanted);
        promises.paidByOthers().forEach(this::paid);
    }

    private void answeredOnce() {
        Map<String, Integer> answers = new HashMap<>();
        for (Events.Event event : events.all()) {
            if (event.operation() != null && ANSWERS.contains(event.type())) {
                answers.merge(event.operation(), 1, Integer::sum);
                if (event.type().equals("operation.done")) {
                    done.put(event.operation(), event);
                }
            }
        }
        operators.asked().forEach((id, operation) -> {
            if (answers.getOrDefault(id, 0) != 1) {
                promises.broken("answered " + answers.getOrDefault(id, 0) + " times: " + operation);
            }
        });
    }

    /** While an operator holds a project, no call is made for it. */
    private void held(String project) {
        long since = Long.MAX_VALUE;
        for (Events.Event event : events.all()) {
            if (!event.project().equals(project) || !event.reason().equals(OPERATOR)) {
                continue;
            }
            if (event.type().equals("project.held")) {
                since = Math.min(since, event.offset());
            } else if (event.type().equals("project.resumed")) {
                notCalledBetween(project, since, event.offset());
                since = Long.MAX_VALUE;
            }
        }
        notCalledBetween(project, since, Long.MAX_VALUE);
    }

    private void notCalledBetween(String project, long first, long end) {
        ofProject(project).stream()
                .filter(called -> called.cause.offset() >= first && called.cause.offset() < end)
                .forEach(called -> promises.broken("called while an operator held it: " + called.call));
    }

    /** A hold with an end is over then, unless another one has taken its place. */
    private void endedInTime(Asked hold, Events.Event answer) {
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
    private void wentFirst(Asked promotion, Events.Event answer) {
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
    private void cancelledAll(Asked cancel, Events.Event answer) {
        publishers.published().values().stream()
                .filter(command -> concerns(cancel, command) && !publishers.isReused(command.id()))
                .forEach(command -> {
                    long arrived = calls.arrivalOf(command.id());
                    List<Called> its = calls.of(command.id());
                    boolean called = its.stream().anyMatch(each -> each.cause.offset() <= answer.offset());
                    if (arrived < calls.arrivalOfOperation(cancel.id())
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

    /** A command whose fate an operator has settled is never sent again. */
    private void notCalledAfter(Asked resolution, Events.Event answer) {
        String command = Objects.requireNonNull(resolution.command());
        calls.of(command).stream()
                .filter(called -> called.cause.offset() >= answer.offset())
                .filter(called -> !promises.mayBeForgotten(command, called.at))
                .filter(called -> !isRepeatedAfter(command, answer))
                .filter(called -> !publishers.isRepeated(command))
                .forEach(called -> promises.broken("called after " + resolution + ": " + called.call));
    }

    private boolean isRepeatedAfter(String command, Events.Event answer) {
        return done.entrySet().stream().anyMatch(each -> {
            Asked operation = Objects.requireNonNull(operators.asked().get(each.getKey()));
            return operation.kind() == Kind.REPEAT
                    && command.equals(operation.command())
                    && each.getValue().offset() > answer.offset();
        });
    }

    /** Somebody wanted each command cancelled that was. */
    private void wanted(Events.Event end) {
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
