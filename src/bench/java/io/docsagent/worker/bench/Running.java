package io.docsagent.worker.bench;

import io.docsagent.worker.harness.ChildJvm;

/** A contender as a process of its own. */
interface Running extends AutoCloseable {

    ChildJvm process();

    /** Starts it again on the same topics, and waits until it takes commands. */
    void startAgain();

    /** Asks it to stop, and waits until it has. */
    default void stop() {
        process().close();
    }

    @Override
    default void close() {
        stop();
    }
}
