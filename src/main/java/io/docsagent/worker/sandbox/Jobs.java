package io.docsagent.worker.sandbox;

import io.docsagent.worker.sandbox.work.JobIds;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** All jobs of an agent without repositories, up to a number; beyond it the oldest is forgotten and answers 404. */
final class Jobs implements JobSource {

    private final ScriptedAgent agent;
    private final int kept;
    private final Map<String, SimulatedJob> byId = new ConcurrentHashMap<>();
    private final Deque<String> oldestFirst = new ArrayDeque<>();
    private final JobIds ids = new JobIds();

    Jobs(ScriptedAgent agent, int kept) {
        this.agent = agent;
        this.kept = kept;
    }

    @Override
    public SimulatedJob.View create(String projectId, String prompt, Instant now) {
        ScriptedAgent.Work work = agent.start(projectId, prompt, now, null);
        synchronized (oldestFirst) {
            SimulatedJob job = new SimulatedJob(ids.next(), projectId, now, work);
            byId.put(job.id(), job);
            oldestFirst.addLast(job.id());
            if (oldestFirst.size() > kept) {
                byId.remove(oldestFirst.removeFirst());
            }
            return job.at(now);
        }
    }

    @Override
    public SimulatedJob.@Nullable View message(String projectId, String jobId, String prompt, Instant now) {
        SimulatedJob job = find(projectId, jobId);
        if (job == null) {
            return null;
        }
        job.follow(prompt, agent, now);
        return job.at(now);
    }

    @Override
    public SimulatedJob.@Nullable View get(String projectId, String jobId, Instant now) {
        SimulatedJob job = find(projectId, jobId);
        return job == null ? null : job.at(now);
    }

    private @Nullable SimulatedJob find(String projectId, String jobId) {
        SimulatedJob job = byId.get(jobId);
        return job != null && job.isOf(projectId) ? job : null;
    }
}
