package io.docsagent.worker.sandbox;

/** How a request ends for its client. */
public sealed interface ResponseEnd {

    record Answered(HttpAnswer answer) implements ResponseEnd {}

    /** No answer ever comes, and the connection stays open. */
    record Hung() implements ResponseEnd {}

    /** The connection closes without an answer. */
    record Dropped() implements ResponseEnd {}
}
