package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.Event;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.simulation.Calls.Called;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How long commands waited, and what for: faults, or their own project, but never another one.
 *
 * <p>A command may wait while its project, or its publisher in the project, has no use left, the project is held, has as many calls in flight or pull requests open as it may, or while an
 * earlier command of its job has not ended; and for a while after each fault that concerns all projects.
 */
final class Waits {

    /** A session, a transaction with the broker's sweep, a restore, and the longest wait of a project out of reach. */
    static final Duration RECOVERY = Duration.ofSeconds(150);

    /** What a command may wait in addition: connections take up to 5 s, and what is not sent is tried again. */
    static final Duration LONGEST = Duration.ofSeconds(15);

    /** The longest interval between probes of a project that is held for its key. */
    private static final Duration PROBED = Duration.ofMinutes(12);

    /** From an answer that says nothing for sure to the next try. */
    private static final Duration BACKOFF = Duration.ofSeconds(90);

    /** From the publication of a command until it waits, without faults. */
    static final Duration ARRIVAL = Duration.ofMinutes(1);

    private final FinishedRun run;
    private final PullRequests pullRequests;
    private final Map<String, Spans> excused = new HashMap<>();
    private final Map<String, Spans> spent = new HashMap<>();

    Waits(FinishedRun run, PullRequests pullRequests) {
        this.run = run;
        this.pullRequests = pullRequests;
    }

    /** @param isolation whether the settings allow that projects are isolated */
    void check(boolean isolation) {
        run.publishers().published().values().forEach(command -> {
            if (isolation) {
                isolated(command);
            }
            expiredInTime(command);
            waitedForItsCreate(command);
        });
    }

    private void isolated(Published command) {
        List<Post> posts = run.promises().postsOf(command.id());
        // What was refused may have been published again much later.
        boolean refused = run.events().endsOf(command.id()).stream()
                        .anyMatch(end -> end.type().equals("command.rejected")
                                || end.type().equals("command.expired"))
                || isSentAgain(command)
                || (command.isMessage()
                        && run.publishers().published().values().stream()
                                .anyMatch(other -> other.project().equals(command.project()) && isSentAgain(other)));
        // A message to a create that is forgotten waits for it until another command has its id.
        boolean waitedForAnother = command.isMessage() && run.publishers().isReused(command.create());
        if (posts.isEmpty() || refused || waitedForAnother || !command.plain()) {
            return;
        }
        Spans reasons = new Spans();
        reasons.addAll(run.promises().disturbed());
        reasons.addAll(excused.computeIfAbsent(command.project(), this::ofProject));
        reasons.addAll(spent.computeIfAbsent(command.project() + " by " + command.publisher(), any -> spent(command)));
        reasons.add(command.at(), afterItsPredecessors(command));
        Duration waited = reasons.uncovered(command.at(), posts.getFirst().sentAt);
        if (waited.compareTo(LONGEST) > 0) {
            run.promises()
                    .broken("isolation: " + command + " waited " + waited + " for no reason of its own, until "
                            + posts.getFirst().sentAt);
        }
    }

    /** Whether it may wait again after it had ended. */
    private boolean isSentAgain(Published command) {
        return run.operators().isRepeated(command.id()) || run.publishers().isPublishedLate(command.id());
    }

    /**
     * When the last command that may be before it, and is for the same job by whatever name, had ended: the topics of
     * several publishers are read in no order.
     */
    private Instant afterItsPredecessors(Published command) {
        return run.publishers().published().values().stream()
                .filter(other -> command.isMessage()
                        && other.project().equals(command.project())
                        && (other.isMessage()
                                ? other.number() < command.number()
                                        || !other.plain()
                                        || !other.publisher().equals(command.publisher())
                                : other.id().equals(command.create())))
                .flatMap(other -> run.events().endsOf(other.id()).stream().limit(1))
                .map(end -> end.time().plus(Events.MARGIN))
                .max(Instant::compareTo)
                .orElse(command.at());
    }

    /** When the command's publisher had spent its budget in the project. */
    private Spans spent(Published command) {
        Integer budget =
                Settings.budgetOf(command.publisher(), run.ofInstances().getFirst());
        if (budget == null) {
            return new Spans();
        }
        Spans uses = new Spans();
        run.calls().all().stream()
                .filter(called -> called.call.projectId().equals(command.project()))
                .filter(called -> isBy(command.publisher(), called))
                .forEach(called -> uses.add(called.at, counts(called)));
        return uses.overlaps(budget, Events.MARGIN);
    }

    private boolean isBy(String publisher, Called called) {
        Published command = run.publishers().published().get(called.command());
        return command != null && command.publisher().equals(publisher);
    }

    private Spans ofProject(String project) {
        Spans uses = new Spans();
        Spans inFlight = new Spans();
        Spans reasons = new Spans();
        run.calls().all().stream()
                .filter(called -> called.call.projectId().equals(project))
                .forEach(called -> {
                    Instant ended = Objects.requireNonNullElse(called.answeredAt, Spans.FOREVER);
                    inFlight.add(called.at, ended);
                    uses.add(called.at, counts(called));
                    if (ended.isBefore(Spans.FOREVER) && !isSure(called.answer)) {
                        reasons.add(called.at, ended.plus(BACKOFF));
                    }
                });
        reasons.addAll(uses.overlaps(least(one -> one.quota().capacity()), Events.MARGIN));
        reasons.addAll(inFlight.overlaps(least(one -> one.dispatch().maxInFlightPerProject()), Events.MARGIN));
        Integer mostOpen = run.ofInstances().getFirst().queue().maxOpenPullRequests();
        if (mostOpen != null) {
            reasons.addAll(pullRequests.open(project).overlaps(mostOpen, Events.MARGIN));
        }
        reasons.addAll(holds(run.events(), project, this::endsAtTheLatest));
        return reasons;
    }

    /**
     * Once every instance has the right key, a project that is held for its key is probed at once; where the service
     * refused it in trouble, at the next interval.
     */
    private Instant endsAtTheLatest(Event held) {
        if (!held.reason().equals("unauthorized") || run.publishers().isAnyForbidden(held.project())) {
            return Spans.FOREVER;
        }
        Instant right = run.promises().keysDiffer().endOf(held.time());
        Instant calm = run.promises().disturbed().endOf(right);
        return calm.isAfter(right) ? calm.plus(PROBED) : calm.plus(Events.MARGIN);
    }

    private static boolean isSure(@Nullable Answer answer) {
        return answer instanceof Answer.Accepted || answer instanceof Answer.Rejected;
    }

    private int least(Function<WorkerProperties, Integer> setting) {
        return run.ofInstances().stream().map(setting).min(Integer::compareTo).orElse(1);
    }

    private Duration longest(Function<WorkerProperties, Duration> setting) {
        return run.ofInstances().stream().map(setting).max(Duration::compareTo).orElse(Duration.ZERO);
    }

    /** Until when the use of a call counts. */
    private Instant counts(Called called) {
        Duration cycle = longest(one -> one.quota().period())
                .plus(longest(one -> one.clock().maxSkew().multipliedBy(2)));
        Instant latest = called.call
                .notAfter()
                .plus(longest(one -> one.api().responseTimeout()))
                .plus(longest(one -> one.quota().straggler()))
                .plus(cycle);
        if (called.answeredAt == null || called.answer instanceof Answer.Unknown) {
            return latest;
        }
        return called.answer instanceof Answer.NotSent || called.answer instanceof Answer.NoSlot
                ? called.answeredAt
                : called.answeredAt.plus(cycle);
    }

    /** When the project was held, by its events. */
    static Spans holds(Events events, String project) {
        return holds(events, project, event -> Spans.FOREVER);
    }

    /** @param until when the hold that an event reports has to end at the latest */
    private static Spans holds(Events events, String project, Function<Event, Instant> until) {
        Spans holds = new Spans();
        holds.addAll(holds(events, project, until, false));
        holds.addAll(holds(events, project, until, true));
        return holds;
    }

    /** @param operators whether their holds are meant, which are beside those that answers lead to */
    private static Spans holds(Events events, String project, Function<Event, Instant> until, boolean operators) {
        Spans holds = new Spans();
        Event held = null;
        for (Event event : events.all()) {
            if (!event.project().equals(project) || operators != event.reason().equals("operator")) {
                continue;
            }
            if (event.type().equals("project.held")) {
                if (held != null) {
                    hold(holds, held, event.time(), until);
                }
                held = event;
            } else if (event.type().equals("project.resumed") && held != null) {
                hold(holds, held, event.time(), until);
                held = null;
            }
        }
        if (held != null) {
            hold(holds, held, Spans.FOREVER, until);
        }
        return holds;
    }

    private static void hold(Spans holds, Event held, Instant resumed, Function<Event, Instant> until) {
        Instant since = held.time().minus(Events.MARGIN);
        Instant latest = until.apply(held);
        Instant end = resumed.plus(Events.MARGIN);
        holds.add(since, end.isBefore(latest) ? end : latest);
    }

    /** What waits past its expiry ends then. */
    private void expiredInTime(Published command) {
        Instant expiresAt = command.expiresAt();
        if (expiresAt == null
                || run.publishers().isRepeated(command.id())
                || !run.calls().of(command.id()).isEmpty()) {
            return;
        }
        for (Event end : run.events().endsOf(command.id())) {
            boolean late = end.time().isAfter(expiresAt.plus(LONGEST).plus(Events.MARGIN));
            if (end.type().equals("command.expired")
                    && late
                    && !run.promises().disturbed().meet(expiresAt, end.time())) {
                run.promises().broken("expired late: " + end + ", not at " + expiresAt);
            }
        }
    }

    /** A message is refused for want of its create only where that did not come, or had ended. */
    private void waitedForItsCreate(Published message) {
        Published create = run.publishers().published().get(message.create());
        if (!message.isMessage() || create == null) {
            return;
        }
        Instant arrived = create.at().plus(ARRIVAL);
        for (Event end : run.events().endsOf(message.id())) {
            boolean waited = run.events().endsOf(create.id()).stream()
                    .noneMatch(other -> other.time().isBefore(end.time().plus(Events.MARGIN)));
            if (end.reason().equals("unknown_create")
                    && waited
                    && arrived.isBefore(end.time().minus(Events.MARGIN))
                    && !run.promises().disturbed().meet(create.at(), arrived)) {
                run.promises().broken("its create was there: " + end);
            }
        }
    }
}
