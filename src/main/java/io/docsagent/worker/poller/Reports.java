package io.docsagent.worker.poller;

import io.docsagent.worker.wire.Input.JobObserved;
import io.docsagent.worker.wire.InputLog;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports to the engine what GETs found. */
final class Reports {

    private static final Logger log = LoggerFactory.getLogger(Reports.class);

    private final InputLog inputs;
    private final Executor pollersThread;
    private final Listener listener;

    /** Learns of each report once whether it was appended. */
    interface Listener {
        void settled(Get get, JobObserved observation, boolean isAppended);
    }

    Reports(InputLog inputs, Executor pollersThread, Listener listener) {
        this.inputs = inputs;
        this.pollersThread = pollersThread;
        this.listener = listener;
    }

    /** An append may block while the broker is not available, and then there is no use in polling. */
    void publish(Get get, JobObserved observation) {
        try {
            pollersThread.execute(() -> append(get, observation));
        } catch (RejectedExecutionException closed) {
            settled(get, observation, closed);
        }
    }

    private void append(Get get, JobObserved observation) {
        try {
            var unused = inputs.append(observation).whenComplete((at, failure) -> settled(get, observation, failure));
        } catch (RuntimeException e) {
            settled(get, observation, e);
        }
    }

    private void settled(Get get, JobObserved observation, @Nullable Throwable failure) {
        if (failure != null) {
            log.atWarn()
                    .addKeyValue("projectId", observation.projectId())
                    .addKeyValue("jobId", observation.jobId())
                    .setCause(failure)
                    .log("Could not publish a job observation; the next GET reports it again");
        }
        listener.settled(get, observation, failure == null);
    }
}
