package io.docsagent.worker.domain.index;

import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.domain.state.Timed;
import java.util.HashMap;
import java.util.Map;

/** What is derived of a project, from all that is stored beside it: its index, its counts and its calls in flight. */
public final class Recount {

    private final Project stored;
    private final ProjectIndex index = new ProjectIndex();
    private final Map<String, QueuedCommand> calls = new HashMap<>();

    /** Of the commands, without the bytes of lanes. */
    private Project.Counts counts;

    private long keptBytes;
    private long stateBytes;
    private int remembered;
    private int jobs;
    private int followed;

    /** @param stored the project, whose counts may not fit what is stored beside it */
    public Recount(Project stored) {
        this.stored = stored;
        this.counts = new Project.Counts(stored.counts().nextSequence(), 0, 0, 0, 0, 0, 0, 0, 0);
        index.advance(stored.applied().at());
    }

    public void add(QueuedCommand queued) {
        index.add(queued);
        counts = counts.sequenceTaken(queued.arrival()).bytes(queued.bytes());
        if (queued.call() == null) {
            counts = counts.waiting(queued.command().priority(), 1);
        } else {
            calls.put(queued.callId(), queued);
        }
    }

    public void add(String key, Job job) {
        addBeside(key, job);
        jobs++;
        followed += job.isEnded() ? 0 : 1;
    }

    public void add(String key, Remembered ended) {
        addBeside(key, ended);
        remembered++;
        keptBytes += ended.keptBytes();
    }

    private void addBeside(String key, Timed entry) {
        index.restore(key, entry);
        stateBytes += entry.bytes(stored.id());
    }

    public ProjectIndex index() {
        return index;
    }

    /** The project, counted anew. */
    public Project project() {
        int seen = remembered + counts.waiting() + calls.size();
        Project.Counts all = counts.bytes(index.lanes().bytes()).with(seen, jobs, followed, stateBytes);
        return stored.counted(
                all, calls, keptBytes, index.activeJobs(), index.pullRequests().open());
    }
}
