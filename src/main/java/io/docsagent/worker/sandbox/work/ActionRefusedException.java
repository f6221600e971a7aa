package io.docsagent.worker.sandbox.work;

/** An action that is not possible now; the message is for the user. */
public final class ActionRefusedException extends RuntimeException {

    ActionRefusedException(String message) {
        super(message);
    }
}
