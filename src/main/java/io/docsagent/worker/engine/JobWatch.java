package io.docsagent.worker.engine;

import io.docsagent.worker.domain.state.WatchedJob;

/** Follows jobs, by partition, so that a lost partition is dropped as a whole. */
public interface JobWatch {

    /** Starts following a job, or updates what is known of it. */
    void watch(int partition, WatchedJob job);

    /** Stops following a job. */
    void release(int partition, String projectId, String jobId);

    /** Stops following all jobs of a partition. */
    void releaseAll(int partition);
}
