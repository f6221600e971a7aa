package io.docsagent.worker.sandbox;

import io.docsagent.worker.sandbox.Agent.Assignment;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** All jobs, up to a number; beyond it the oldest is forgotten and answers 404. */
final class Jobs {

    private final Agent agent;
    private final int kept;
    private final Map<String, Job> byId = new ConcurrentHashMap<>();
    private final Deque<String> oldestFirst = new ArrayDeque<>();

    /** Ids of another start must not come back: clients remember them for weeks. */
    private final String idPrefix =
            "job_" + Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), Character.MAX_RADIX) + "_";

    private long created;

    Jobs(Agent agent, int kept) {
        this.agent = agent;
        this.kept = kept;
    }

    Job create(String projectId, String prompt, Instant now) {
        Agent.Work work = agent.take(new Assignment(projectId, prompt, now, null));
        synchronized (oldestFirst) {
            Job job = new Job(idPrefix + ++created, projectId, now, work);
            byId.put(job.id(), job);
            oldestFirst.addLast(job.id());
            if (oldestFirst.size() > kept) {
                byId.remove(oldestFirst.removeFirst());
            }
            return job;
        }
    }

    void follow(Job job, String prompt, Instant now) {
        job.follow(prompt, agent, now);
    }

    @Nullable
    Job find(Route route) {
        Job job = route.jobId() == null ? null : byId.get(route.jobId());
        return job != null && job.isOf(route.projectId()) ? job : null;
    }
}
