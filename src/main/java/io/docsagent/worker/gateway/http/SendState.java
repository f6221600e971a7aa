package io.docsagent.worker.gateway.http;

import io.docsagent.worker.gateway.SendPermission;
import io.docsagent.worker.wire.Answer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** Whether a call was sent or abandoned: exactly one of the two, once. */
final class SendState {

    private static final State OPEN = new State.Open();
    private static final State SENT = new State.Sent();

    private final AtomicReference<State> state = new AtomicReference<>(OPEN);
    private final Instant notAfter;
    private final InstantSource clock;
    private final SendPermission permission;

    SendState(Instant notAfter, InstantSource clock, SendPermission permission) {
        this.notAfter = notAfter;
        this.clock = clock;
        this.permission = permission;
    }

    /**
     * From open to sent, just before the first byte leaves.
     *
     * @throws CallNotSentException where the call must not leave: it did already, was abandoned, it is too late, or the
     *     instance may not send any more
     */
    void send() {
        // Of neither is the service the cause.
        if (clock.instant().isAfter(notAfter)) {
            abandon(new Answer.NoSlot("The call was not sent before its deadline, " + notAfter));
        }
        if (!permission.granted()) {
            abandon(new Answer.NoSlot("This instance's clock became unreliable before the call was sent"));
        }
        State before = state.compareAndExchange(OPEN, SENT);
        switch (before) {
            case State.Open open -> {}
            case State.Sent sent -> throw new CallNotSentException("The call was already sent; it is not sent twice");
            case State.Abandoned abandoned ->
                throw new CallNotSentException("The call was abandoned: " + abandoned.answer());
        }
    }

    /** From open to abandoned; the first answer stays, and a call that was sent stays sent. */
    State abandon(Answer answer) {
        State abandoned = new State.Abandoned(answer);
        State before = state.compareAndExchange(OPEN, abandoned);
        return before.equals(OPEN) ? abandoned : before;
    }

    /** The states of a call that is about to be sent. */
    sealed interface State {
        /** May still be sent. */
        record Open() implements State {}

        /** The service may have it. */
        record Sent() implements State {}

        /** No byte of it left, and none ever will. */
        record Abandoned(Answer answer) implements State {}
    }

    /** Stops a request that must not leave. */
    static final class CallNotSentException extends IllegalStateException {
        CallNotSentException(String message) {
            super(message);
        }
    }
}
