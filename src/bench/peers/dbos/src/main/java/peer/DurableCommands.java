package peer;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.workflow.Queue;
import dev.dbos.transact.workflow.StepOptions;
import dev.dbos.transact.workflow.Workflow;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;

final class DurableCommands implements Commands {

    /** Retries end within the queue's margin: DBOS counted the use when the workflow started. */
    private static final StepOptions POST = new StepOptions("post")
            .withMaxAttempts(3)
            .withRetryInterval(Duration.ofMillis(200))
            .withShouldRetry(ConnectException.class::isInstance);

    private static final Duration POLL_FIRST = Main.seconds("POLL_FIRST_SECONDS", "5");
    private static final Duration POLL = Main.seconds("POLL_SECONDS", "30");
    private static final Duration WHEN_REFUSED = Duration.ofSeconds(5);
    private static final int NEW = 2;
    private static final int AGAIN = 1;

    private final DBOS dbos;
    private final Queue queue;
    private final Service service = new Service();
    private Commands proxy;

    DurableCommands(DBOS dbos, Queue queue) {
        this.dbos = dbos;
        this.queue = queue;
    }

    void setProxy(Commands proxy) {
        this.proxy = proxy;
    }

    /** The same commandId again is the same workflow, which DBOS leaves alone. */
    void take(String projectId, String commandId, String prompt) {
        dbos.startWorkflow(() -> proxy.send(projectId, prompt), queued(commandId, projectId, NEW));
    }

    /**
     * Carried out by the queue. DBOS has no steps that run at most once: a POST without a recorded result is sent again
     * after a crash.
     */
    @Override
    @Workflow
    public Fate send(String projectId, String prompt) throws Exception {
        Service.Answer answer;
        try {
            answer = dbos.runStep(() -> service.post(projectId, prompt), POST);
        } catch (ConnectException refused) {
            return again(projectId, prompt, WHEN_REFUSED);
        } catch (IOException outcomeUnknown) {
            return Fate.of("unknown");
        }
        if (answer.status() == 429) {
            return again(projectId, prompt, Duration.ofSeconds(answer.retryAfterSeconds()));
        }
        if (answer.jobId() == null) {
            return Fate.of(answer.status() < 500 ? "rejected" : "unknown");
        }
        // Not in the queue, where it would take another use when it is recovered.
        String job = DBOS.workflowId() + "/job";
        dbos.startWorkflow(() -> proxy.follow(projectId, answer.jobId()), new StartWorkflowOptions(job));
        return Fate.in(job);
    }

    /** Through the queue, since another POST takes another use; before the commands that came later. */
    private Fate again(String projectId, String prompt, Duration delay) {
        String again = DBOS.workflowId() + "/again";
        dbos.startWorkflow(
                () -> proxy.send(projectId, prompt),
                queued(again, projectId, AGAIN).withDelay(delay));
        return Fate.in(again);
    }

    private StartWorkflowOptions queued(String workflowId, String projectId, int priority) {
        return new StartWorkflowOptions(workflowId)
                .withQueue(queue)
                .withQueuePartitionKey(projectId)
                .withPriority(priority);
    }

    @Override
    @Workflow
    public Fate follow(String projectId, String jobId) {
        dbos.sleep(POLL_FIRST);
        while (true) {
            Fate fate = dbos.runStep(() -> service.job(projectId, jobId), "job");
            if (!fate.state().equals("active")) {
                return fate;
            }
            dbos.sleep(POLL);
        }
    }
}
