package io.docsagent.worker.sandbox.agent;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Edits the files of a work tree as a prompt asks. */
public interface DocsAgent {

    /** Told to stop by an interrupt, which comes out as the exception. */
    AgentReport edit(Task task) throws InterruptedException;

    /**
     * @param jobPages files that the job has changed so far, latest first: what "it" in a follow-up means
     * @param timeLimit after which the work has failed
     */
    record Task(Path tree, String prompt, List<String> jobPages, Duration timeLimit) {
        public Task {
            jobPages = List.copyOf(jobPages);
        }
    }
}
