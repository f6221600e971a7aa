package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.Event;
import io.docsagent.worker.simulation.Calls.Called;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which calls were made, and when: not too many at once, by priority, none past an expiry, and not again and again. */
final class Dispatches {

    /** Calls that did not leave, of one project in a minute: a few at once, then one after each longer wait. */
    private static final int MOST_NOT_SENT = 40;

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** Of one kind, by which a project is held at the latest; the first ones may be older than another hold. */
    private static final int REFUSALS = 3;

    private final FinishedRun run;
    private final int mostInFlight;

    /** By the create whose job they are for. */
    private final Map<String, List<Published>> messages;

    Dispatches(FinishedRun run) {
        this.run = run;
        this.mostInFlight = run.ofInstances().stream()
                .mapToInt(one -> one.dispatch().maxInFlightPerProject())
                .max()
                .orElseThrow();
        this.messages = run.publishers().published().values().stream()
                .filter(Published::isMessage)
                .collect(Collectors.groupingBy(Published::create));
    }

    void check() {
        Map<String, List<Called>> ofProjects = run.calls().all().stream()
                .sorted(Comparator.comparingLong(called -> called.offset))
                .collect(Collectors.groupingBy(called -> called.call.projectId(), TreeMap::new, Collectors.toList()));
        ofProjects.forEach((project, made) -> {
            inFlight(project, made);
            again(project, made);
            held(project, made);
            made.forEach(this::inTime);
            byPriority(project, made);
        });
    }

    private void inFlight(String project, List<Called> made) {
        Spans open = new Spans();
        made.stream()
                .filter(called -> called.endedAt != null)
                .forEach(called -> open.add(called.madeAt, called.endedAt));
        if (open.most() > mostInFlight) {
            run.promises().broken("in flight: " + open.most() + " calls of " + project + " instead of " + mostInFlight);
        }
    }

    /** What does not leave costs no use, so that only a hold keeps it from being tried without end. */
    private void again(String project, List<Called> made) {
        Deque<Instant> recent = new ArrayDeque<>();
        for (Called called : made) {
            if (called.answer instanceof Answer.NotSent) {
                recent.add(called.madeAt);
                while (recent.getFirst().plus(MINUTE).isBefore(called.madeAt)) {
                    recent.removeFirst();
                }
                if (recent.size() > MOST_NOT_SENT) {
                    run.promises()
                            .broken("again and again: " + recent.size() + " calls of " + project
                                    + " in a minute that did not leave, until " + called.madeAt);
                    return;
                }
            }
        }
    }

    private void held(String project, List<Called> made) {
        Set<String> reasons = run.events().all().stream()
                .filter(event ->
                        event.type().equals("project.held") && event.project().equals(project))
                .map(Event::reason)
                .collect(Collectors.toSet());
        Map<String, Integer> refusals = new HashMap<>();
        made.forEach(called -> {
            String reason = reason(called.answer);
            if (reason != null && refusals.merge(reason, 1, Integer::sum) == REFUSALS && !reasons.contains(reason)) {
                run.promises().broken("not held: " + project + " after " + REFUSALS + " answers " + called.answer);
            }
        });
    }

    private static @Nullable String reason(@Nullable Answer answer) {
        if (answer instanceof Answer.Unauthorized) {
            return "unauthorized";
        }
        return answer instanceof Answer.Throttled ? "throttled" : null;
    }

    private void inTime(Called called) {
        Published command = run.publishers().published().get(called.command());
        if (command == null || command.expiresAt() == null || run.publishers().isRepeated(command.id())) {
            return;
        }
        if (called.call.notAfter().isAfter(command.expiresAt())) {
            run.promises().broken("may leave after its expiry: " + called.call);
        }
        if (called.cause.appendedAt().isAfter(command.expiresAt().plus(Events.MARGIN))) {
            run.promises().broken("called after its expiry: " + called.call + " at " + called.at);
        }
    }

    /**
     * A create that waits is called before each of a lower priority, and before later ones of the same priority, if both
     * are of one publisher.
     */
    private void byPriority(String project, List<Called> made) {
        Spans held = Waits.holds(run.events(), project);
        Map<Published, Called> creates = new LinkedHashMap<>();
        for (Called called : made) {
            Published late = run.publishers().published().get(called.command());
            if (late != null && isComparable(late) && creates.putIfAbsent(late, called) == null) {
                creates.forEach((before, itsCall) -> {
                    if (before.publisher().equals(late.publisher())
                            && goesBehind(before, late)
                            && waited(late, before, itsCall)
                            && !held.meet(late.at().minus(Events.MARGIN), called.madeAt.plus(Events.MARGIN))) {
                        run.promises().broken("priority: " + before + " was called before " + late);
                    }
                });
            }
        }
    }

    private boolean goesBehind(Published create, Published other) {
        int its = highest(create);
        int others = highestBefore(other, create);
        return its > others || (its == others && create.number() > other.number());
    }

    /** Whether the command waited already when the call for another one was made. */
    private boolean waited(Published command, Published other, Called itsCall) {
        Instant arrived = command.at().plus(Waits.ARRIVAL);
        return command.number() < other.number()
                || (arrived.isBefore(itsCall.madeAt)
                        && !run.promises().disturbed().meet(command.at(), arrived));
    }

    /** The highest that the create can have had with any of its messages. */
    private int highest(Published create) {
        return highest(create, message -> true);
    }

    /** The highest of the create and of those of its messages that waited with it when a later command was published. */
    private int highestBefore(Published create, Published later) {
        return highest(
                create,
                message -> message.number() < later.number()
                        && !run.publishers().isRepeated(message.id())
                        && !run.calls().of(message.id()).isEmpty());
    }

    private int highest(Published create, Predicate<Published> counts) {
        return messages.getOrDefault(create.id(), List.of()).stream()
                .filter(counts)
                .mapToInt(Published::priority)
                .reduce(create.priority(), Math::min);
    }

    private boolean isPlain(Published command) {
        return command.plain()
                && !run.publishers().isToBeCancelled(command.id())
                && !run.operators().isPromoted(command.id());
    }

    /** Nothing but priority and quota decides when it is called, and it has its place in the same partition. */
    private boolean isComparable(Published command) {
        return !command.isMessage()
                && isPlain(command)
                && messages.getOrDefault(command.id(), List.of()).stream().allMatch(this::isPlain)
                && !run.publishers().isReused(command.id())
                && command.envelope() == Published.Envelope.COMMAND_ID
                && !run.publishers().isRepeated(command.id());
    }
}
