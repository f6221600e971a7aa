package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.EndedNotSent;
import io.docsagent.worker.guarantee.EndedOnce;
import io.docsagent.worker.guarantee.Event;
import io.docsagent.worker.guarantee.EventsInOrder;
import io.docsagent.worker.guarantee.History;
import io.docsagent.worker.guarantee.History.Outcome;
import io.docsagent.worker.guarantee.History.Renewal;
import io.docsagent.worker.guarantee.NotSentTooEarly;
import io.docsagent.worker.guarantee.NotSentWhileHeld;
import io.docsagent.worker.guarantee.OperationsAnsweredOnce;
import io.docsagent.worker.guarantee.Promise;
import io.docsagent.worker.guarantee.RecordsAgree;
import io.docsagent.worker.guarantee.RepetitionsAnswered;
import io.docsagent.worker.guarantee.SentInOrder;
import io.docsagent.worker.guarantee.SentOnce;
import io.docsagent.worker.guarantee.UnknownOnlyWhereOpen;
import io.docsagent.worker.guarantee.WithinQuota;
import io.docsagent.worker.simulation.Calls.Called;
import io.docsagent.worker.simulation.Operators.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A run as the promises see it that are the same on a real broker. */
final class Observed {

    private static final Set<String> REFUSALS = Set.of("rejected", "expired");

    /** From the POST to the outcome in the log, where there is no fault. */
    private static final Duration OPEN = Duration.ofMinutes(1);

    private final FinishedRun run;
    private final History history = new History();

    Observed(FinishedRun run) {
        this.run = run;
        history.events().addAll(run.events().all());
        history.arrivals().addAll(run.calls().arrivals());
        history.uses().addAll(run.promises().uses());
        history.outages().addAll(run.promises().disturbed().outages());
        // The instances of a run join their groups one after another.
        history.outages().add(new History.Outage(World.START, World.START.plus(Waits.RECOVERY)));
        run.operators()
                .asked()
                .values()
                .forEach(each -> history.operations()
                        .put(
                                each.id(),
                                new History.Operation(
                                        each.id(),
                                        each.project(),
                                        each.kind() == Kind.HOLD,
                                        each.kind() == Kind.TAKEN ? each.command() : null)));
        renewals();
        commands();
        run.calls().all().stream()
                .sorted(Comparator.comparingLong(called -> called.offset))
                .forEach(this::called);
        run.publishers().published().keySet().stream()
                .flatMap(command -> run.promises().postsOf(command).stream())
                .forEach(this::posted);
        records();
    }

    /** @param forgotten whether commands and jobs may be forgotten early */
    void check(boolean forgotten) {
        Duration remembered = forgotten
                ? Duration.ofDays(-1)
                : run.settings().jobs().retention().minus(Events.MARGIN);
        List<Promise> all = List.of(
                new WithinQuota(false),
                new WithinQuota(true),
                new SentOnce(run.promises().mostSends()),
                new EndedOnce(
                        run.settings().api().idempotencyHeader() == null
                                ? run.promises().mostSends()
                                : 1),
                new EventsInOrder(remembered),
                new SentInOrder(),
                new NotSentWhileHeld(),
                new OperationsAnsweredOnce(),
                new EndedNotSent(),
                new NotSentTooEarly(Events.MARGIN),
                new RepetitionsAnswered(),
                new UnknownOnlyWhereOpen(
                        run.settings().api().responseTimeout().plus(OPEN),
                        run.settings().dispatch().notAfter().plus(OPEN)),
                // What an instance decides that freezes meanwhile is written by the next owner.
                new RecordsAgree(FaultContext.SHORT.plus(Events.MARGIN), true));
        all.forEach(promise -> promise.broken(history).forEach(run.promises()::broken));
    }

    private void commands() {
        run.publishers().published().values().forEach(each -> {
            // Of one that has no commandId, the events do not say whose place it took.
            boolean maybeSooner = run.publishers().isReused(each.id())
                    || (each.envelope() != Published.Envelope.COMMAND_ID
                            && each.json().contains("coalesce"));
            history.commands()
                    .put(
                            each.id(),
                            new History.Command(
                                    each.id(),
                                    each.project(),
                                    null,
                                    lane(each),
                                    maybeSooner ? null : each.notBefore()));
        });
        run.publishers()
                .cancels()
                .values()
                .forEach(each -> history.commands()
                        .put(each.id(), new History.Command(each.id(), each.project(), cancelled(each), null, null)));
    }

    /** One of other content under the same id may have been cancelled instead. */
    private String cancelled(Publishers.Cancel cancel) {
        String named = "\"commandId\":\"" + cancel.target() + '"';
        return run.publishers().published().values().stream()
                .filter(each -> each.json().contains(named))
                .map(Published::id)
                .filter(id -> run.events().endsOf(id).stream()
                        .anyMatch(end -> end.type().equals("command.cancelled")))
                .findFirst()
                .orElse(cancel.target());
    }

    /**
     * Messages to a job from one publisher; but what is refused without being remembered, or sent again, takes another
     * place, and an id that two creates share names two jobs, once the first is forgotten.
     */
    private @Nullable String lane(Published message) {
        boolean again = run.operators().isRepeated(message.id())
                || run.publishers().isPublishedLate(message.id())
                || run.publishers().isReused(message.create())
                || isNotRemembered(message);
        return message.isMessage() && message.plain() && !again
                ? message.create() + " by " + message.publisher()
                : null;
    }

    /** Refused, and so new when it is published again; where its create failed, only as much later as that is forgotten. */
    private boolean isNotRemembered(Published command) {
        Duration createWait = run.settings().queue().createWait();
        return run.events().endsOf(command.id()).stream()
                .anyMatch(end -> AtRest.NOT_REMEMBERED.contains(end.reason())
                        || (end.reason().equals("create_failed")
                                && run.publishers()
                                        .lastPublished(command)
                                        .isAfter(end.time().plus(createWait).minus(Events.MARGIN))));
    }

    private void called(Called called) {
        Instant deadline = called.call
                .notAfter()
                .plus(run.settings().api().responseTimeout())
                .plus(run.settings().quota().straggler());
        history.calls()
                .add(new History.Call(
                        called.call.callId(),
                        called.call.projectId(),
                        called.command(),
                        called.cause.offset(),
                        called.cause.offset(),
                        called.cause.appendedAt(),
                        deadline,
                        called.unknownFrom,
                        called.settledFrom));
    }

    private void posted(Post post) {
        boolean settled = (run.promises().mostSends() > 1 || isOfJobGone(post))
                ? post.isAnswered(run.promises().declaredNotTaken())
                : post.provesNotTaken(run.promises().declaredNotTaken());
        history.posts()
                .add(new History.Post(
                        post.command(),
                        nanos(post.sentAt),
                        settled ? nanos(Objects.requireNonNull(post.deliveredAt)) : History.NEVER,
                        post.sentAt,
                        outcome(post),
                        post.takenBy,
                        post.late));
    }

    /** A create that goes to a job which the service does not know any more starts another one. */
    private boolean isOfJobGone(Post post) {
        Published command = run.publishers().published().get(post.command());
        return post.status == 404 && post.jobId != null && command != null && !command.isMessage();
    }

    private Outcome outcome(Post post) {
        if (post.provesNotTaken(run.promises().declaredNotTaken())) {
            return Outcome.NOT_TAKEN;
        } else if (post.isAnswered(run.promises().declaredNotTaken())) {
            return Outcome.REFUSED;
        }
        return post.delivered && post.status < 300 && !post.foreign ? Outcome.TAKEN : Outcome.NOTHING;
    }

    private static long nanos(Instant at) {
        return Duration.between(World.START, at).toNanos();
    }

    private void renewals() {
        for (Event event : run.events().all()) {
            Operators.Asked done = event.type().equals("operation.done")
                    ? run.operators().asked().get(String.valueOf(event.operation()))
                    : null;
            if (done != null && (done.kind() == Kind.NOT_TAKEN || done.kind() == Kind.REPEAT)) {
                Instant at = run.calls().arrivalOfOperation(done.id()).at();
                history.renewals().add(new Renewal(String.valueOf(done.command()), event.offset(), nanos(at), true));
            }
        }
        run.calls().arrivals().forEach(this::perhapsNew);
    }

    /** What ended on its arrival is remembered for as long as a message waits for its create, all else for longer. */
    private void perhapsNew(History.Arrival again) {
        long since = history.renewals().stream()
                .filter(each -> each.command().equals(again.command()))
                .mapToLong(Renewal::position)
                .filter(position -> position <= again.position())
                .max()
                .orElse(0);
        Set<String> jobs = new HashSet<>();
        List<Event> ends = run.events().endsOf(again.command()).stream()
                .filter(end -> end.end() != null && end.offset() < again.position())
                // It has ended with the first event of its job.
                .filter(end -> end.jobId() == null || jobs.add(end.jobId()))
                .toList();
        // At the last of these times it may have been remembered after all, and so not have ended again.
        long from = ends.stream().anyMatch(end -> end.offset() >= since) ? since : 0;
        boolean called = run.calls().of(again.command()).stream()
                .anyMatch(each -> each.cause.offset() >= from && each.cause.offset() < again.position());
        ends.stream()
                .filter(end -> end.offset() >= since)
                .findFirst()
                .or(() -> ends.stream().reduce((earlier, later) -> later))
                .filter(end -> end.time()
                        .plus(
                                called || !REFUSALS.contains(end.end())
                                        ? run.settings().dedupe().retention()
                                        : run.settings().queue().createWait())
                        .minus(Events.MARGIN)
                        .isBefore(again.at()))
                .ifPresent(end -> history.renewals()
                        .add(new Renewal(
                                again.command(),
                                again.position(),
                                nanos(run.calls().trueTimeOf(again)),
                                false)));
    }

    private void records() {
        for (LogPartition partition : run.broker().all(Broker.TOPICS.commands())) {
            for (LogPartition.Entry entry : partition.written()) {
                String key = new String(Objects.requireNonNull(entry.key()), StandardCharsets.UTF_8);
                history.records()
                        .add(new History.Stored(key, entry.value() == null ? null : entry.text(), entry.appendedAt()));
            }
        }
    }
}
