package io.docsagent.worker.domain.state;

import org.jspecify.annotations.Nullable;

/** What is stored beside the queue: it becomes due, and takes its part of what the state of a partition may take. */
public sealed interface Timed permits Job, Remembered {

    /** When it is looked at or forgotten, as the timer of its key; null where that is not known yet. */
    @Nullable
    Timer timer(String key);

    /** What it takes of the limit on the partition's state, in the project with this id. */
    long bytes(String projectId);
}
