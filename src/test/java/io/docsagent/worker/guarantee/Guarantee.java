package io.docsagent.worker.guarantee;

import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;

/** Looks on at a history. */
public interface Guarantee {

    /** After each input. */
    void after(ProjectWorld world, Input input, Step step);

    /** When nothing waits, is in flight, or is due any more. */
    default void atTheEnd(ProjectWorld world) {}
}
