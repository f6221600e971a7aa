package io.docsagent.worker.domain.rule;

import io.docsagent.worker.domain.session.Next;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.InFlightCall;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the calls that quota, hold, order and the bound on calls in flight allow now. */
public final class Dispatch {

    private Dispatch() {}

    public static void all(ProjectSession session) {
        if (session.hasDueTimer() || session.bulkTasks().areGoingOn()) {
            // More was due than one transaction takes, perhaps the end of what would be called.
            return;
        }
        while (session.holds().allowsCall()
                && hasFreeSlot(session)
                && session.quota().hasToken()) {
            Optional<Next> next = nextCommand(session);
            if (next.isEmpty()) {
                return;
            }
            QueuedCommand command = next.get().command();
            if (session.continuations().leadsElsewhere(command)) {
                continue;
            }
            // The settings may allow fewer sends of unknown outcome now than when the last one was made.
            if (command.calls().unknown().size()
                    >= session.policy().dispatching().maxAttempts()) {
                Ending.unknownForEarlierCall(session, command);
                session.continuations().giveTurns();
            } else {
                call(session, next.get());
            }
        }
    }

    /** When the next call may become possible by time alone; null where none may. */
    public static @Nullable Instant next(ProjectSession session) {
        return hasFreeSlot(session) ? session.nextCall() : null;
    }

    private static boolean hasFreeSlot(ProjectSession session) {
        return session.queue().calls().count() < session.policy().dispatching().maxInFlight();
    }

    private static Optional<Next> nextCommand(ProjectSession session) {
        Optional<Long> probed = session.holds().probedBefore();
        // A rotating probe never falls back to the command that was probed before.
        return probed.isPresent()
                ? session.order().nextAfter(probed.get(), session.quota())
                : session.order().next(session.quota());
    }

    private static void call(ProjectSession session, Next next) {
        QueuedCommand attempt = next.command().attempted();
        session.holds().sends(attempt);
        Instant notAfter = notAfter(session, attempt);
        Instant deadline = notAfter.plus(session.policy().dispatching().responseTimeout());
        QueuedCommand called =
                attempt.with(InFlightCall.of(session.holds().hold(), deadline, next.payer(), next.priority()));
        session.quota().spend(called, next);
        session.queue().start(called);
        session.outbox()
                .send(new GatewayRequest.Call(
                        session.projectId(),
                        called.callId(),
                        called.jobId(),
                        called.command().prompt(),
                        notAfter,
                        called.command().traceparent()));
    }

    private static Instant notAfter(ProjectSession session, QueuedCommand queued) {
        Instant latest = session.position().latest().truncatedTo(ChronoUnit.MILLIS);
        Instant notAfter =
                max(latest, session.now()).plus(session.policy().dispatching().notAfter());
        Instant expiresAt = queued.command().expiresAt();
        return expiresAt != null && expiresAt.isBefore(notAfter) ? expiresAt : notAfter;
    }

    private static Instant max(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
