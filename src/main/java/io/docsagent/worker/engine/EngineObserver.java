package io.docsagent.worker.engine;

import io.docsagent.worker.domain.decision.Decision;

/** Receives what the engine decides, for metrics. */
public interface EngineObserver {

    /** A record was processed. */
    default void decided(String projectId, Decision decision) {}

    /** A record made a decision fail, and went to the dead letters. */
    default void failed(String projectId) {}

    /** A partition's state was restored. */
    default void restored(int partition) {}

    /**
     * Records were deleted before they were read.
     *
     * @param topic that they were on
     * @param offsets of them, and of ends of transactions between them
     */
    default void lost(String topic, long offsets) {}
}
