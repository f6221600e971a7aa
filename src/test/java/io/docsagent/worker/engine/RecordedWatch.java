package io.docsagent.worker.engine;

import io.docsagent.worker.domain.state.WatchedJob;
import java.util.Map;
import java.util.TreeMap;

/** A poller that polls nothing but can be looked at. */
final class RecordedWatch implements JobWatch {

    final Map<String, WatchedJob> watched = new TreeMap<>();

    @Override
    public void watch(int partition, WatchedJob job) {
        watched.put(job.projectId() + "/" + job.jobId(), job);
    }

    @Override
    public void release(int partition, String projectId, String jobId) {
        watched.remove(projectId + "/" + jobId);
    }

    @Override
    public void releaseAll(int partition) {
        watched.clear();
    }
}
