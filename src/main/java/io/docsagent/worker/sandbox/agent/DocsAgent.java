package io.docsagent.worker.sandbox.agent;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Edits the files of a work tree as a prompt requests. */
public interface DocsAgent {

    /** An interrupt stops the work. */
    AgentReport edit(Task task) throws InterruptedException;

    /**
     * @param jobPages files that the job has changed so far, latest first, to which a follow-up may refer
     * @param timeLimit the time after which the work fails
     */
    record Task(Path tree, String prompt, List<String> jobPages, Duration timeLimit) {
        public Task {
            jobPages = List.copyOf(jobPages);
        }
    }
}
