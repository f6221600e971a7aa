package io.docsagent.worker.sandbox;

/** How a request ends for its client. */
public sealed interface Ending {

    record Answered(Answer answer) implements Ending {}

    /** No answer ever comes, and the connection stays open. */
    record Hung() implements Ending {}

    /** The connection closes without an answer. */
    record Dropped() implements Ending {}
}
