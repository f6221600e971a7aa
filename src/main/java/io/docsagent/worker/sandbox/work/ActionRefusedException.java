package io.docsagent.worker.sandbox.work;

/** What was asked cannot be done now; the message is for the one who asked. */
public final class ActionRefusedException extends RuntimeException {

    ActionRefusedException(String message) {
        super(message);
    }
}
