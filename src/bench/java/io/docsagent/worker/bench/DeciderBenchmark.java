package io.docsagent.worker.bench;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.domain.policy.JobLimit;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.policy.Sharing;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A command's whole life in three decisions: it arrives, one is answered, that one's job ends. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DeciderBenchmark {

    /** A little more than it takes one of 100 uses an hour to come back. */
    private static final Duration STEP = Duration.ofSeconds(37);

    /** As the defaults of the settings, but what has ended is forgotten within the hour, so that the state stays. */
    private static final Policy POLICY = new Policy(
            new Policy.QuotaLimit(100, Duration.ofHours(1), Duration.ofSeconds(1), Duration.ofMinutes(10), null),
            Sharing.EQUAL,
            new Policy.Dispatching(Duration.ofSeconds(30), Duration.ofSeconds(30), 8, 1, 3, false, null),
            new Policy.Queueing(
                    20_000, 16L << 20, 64L << 10, 128L << 20, Duration.ofMinutes(10), Duration.ofDays(30), 1 << 18),
            new Policy.Remembering(Duration.ofHours(1), 50_000, 1L << 30, true, Duration.ofDays(7)),
            new Policy.Following(
                    Duration.ofHours(24),
                    Duration.ofMinutes(1),
                    Duration.ofHours(1),
                    50_000,
                    new Policy.Continuing(Duration.ofDays(7), 50),
                    JobLimit.NONE,
                    JobLimit.NONE));

    /** Commands that wait all the while. */
    @Param({"0", "10000"})
    public int waiting;

    private DecidedProject project = new DecidedProject(POLICY);
    private long commands;

    @Setup
    public void fill() {
        project = new DecidedProject(POLICY);
        for (int i = 0; i < (waiting == 0 ? 0 : waiting + 100); i++) {
            arrives();
        }
    }

    @Benchmark
    @OperationsPerInvocation(3)
    public void life() {
        project.passes(STEP);
        arrives();
    }

    private void arrives() {
        String commandId = "c" + commands++;
        Command command = new Command(
                Command.Type.CREATE,
                DecidedProject.ID,
                "prompt",
                null,
                null,
                commandId,
                Command.Priority.NORMAL,
                null,
                Map.of());
        Input arrived = new Input.CommandArrived(command, Identity.ofCommandId(commandId), commandId, null);
        project.take(arrived).forEach(this::answered);
    }

    private void answered(GatewayRequest.Call call) {
        String jobId = "j-" + call.callId();
        var active = new JobSnapshot(jobId, "active", null, null, null, null, null);
        var completed = new JobSnapshot(jobId, "completed", "https://git.example/1", null, null, null, null);
        project.take(new Input.CallAnswered(DecidedProject.ID, call.callId(), new Answer.Accepted(201, active)))
                .forEach(this::answered);
        project.take(Input.JobObserved.shown(DecidedProject.ID, jobId, 1, project.now(), completed))
                .forEach(this::answered);
    }
}
