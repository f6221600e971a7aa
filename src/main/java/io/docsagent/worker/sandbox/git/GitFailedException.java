package io.docsagent.worker.sandbox.git;

/** A repository could not be read or written; the message may be shown to users. */
public final class GitFailedException extends RuntimeException {

    GitFailedException(String message) {
        super(message);
    }

    GitFailedException(String message, Throwable cause) {
        super(message + ": " + cause.getMessage(), cause);
    }
}
