package io.docsagent.worker.sandbox.job;

import io.docsagent.worker.sandbox.work.JobIds;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** All simulated jobs; beyond a limit the oldest is dropped, and its GET is answered 404. */
public final class SimulatedJobs implements JobSource {

    private final ScriptedAgent agent;
    private final int maxKept;
    private final Map<String, SimulatedJob> byId = new ConcurrentHashMap<>();
    private final Deque<String> oldestFirst = new ArrayDeque<>();
    private final JobIds ids = new JobIds();

    public SimulatedJobs(JobSettings settings) {
        this.agent = new ScriptedAgent(settings);
        this.maxKept = settings.maxKept();
    }

    @Override
    public JobResource create(String projectId, String prompt, Instant now) {
        SimulatedJob job = agent.start(ids.next(), projectId, prompt, now, null);
        synchronized (oldestFirst) {
            byId.put(job.id(), job);
            oldestFirst.addLast(job.id());
            if (oldestFirst.size() > maxKept) {
                byId.remove(oldestFirst.removeFirst());
            }
        }
        return job.at(now);
    }

    @Override
    public @Nullable JobResource message(String projectId, String jobId, String prompt, Instant now) {
        if (find(projectId, jobId) == null) {
            return null;
        }
        SimulatedJob job = byId.computeIfPresent(jobId, (id, old) -> agent.start(id, projectId, prompt, now, old));
        return job == null ? null : job.at(now);
    }

    @Override
    public @Nullable JobResource get(String projectId, String jobId, Instant now) {
        SimulatedJob job = find(projectId, jobId);
        return job == null ? null : job.at(now);
    }

    private @Nullable SimulatedJob find(String projectId, String jobId) {
        SimulatedJob job = byId.get(jobId);
        return job != null && job.projectId().equals(projectId) ? job : null;
    }
}
