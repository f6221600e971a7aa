package io.docsagent.worker.bench;

import io.docsagent.worker.domain.policy.Sharing.Share;
import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.GatewayRequest;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.JobSnapshot;
import io.docsagent.worker.testkit.Limits;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** What a decision costs by how many publishers with budgets share the quota, and by its capacity. */
final class Decisions implements Part {

    private static final int[] PUBLISHERS = {1, 8, 64};
    private static final int[] CAPACITIES = {100, 3_000};

    /** Until the JIT compiler has done what it will, and then as long again. */
    private static final Duration MEASURED = Duration.ofSeconds(3);

    @Override
    public void measure(Bench bench) {
        Duration measured = bench.sizes().small() ? MEASURED.dividedBy(10) : MEASURED;
        Report.Table table = bench.report()
                .table(
                        "Time of a decision, in µs, while all uses are spent",
                        "publishers",
                        "capacity",
                        "commands of one wait",
                        "commands of all wait");
        for (int capacity : CAPACITIES) {
            for (int publishers : PUBLISHERS) {
                table.row(
                        Integer.toString(publishers),
                        Integer.toString(capacity),
                        "%.1f".formatted(micros(publishers, 1, capacity, measured)),
                        "%.1f".formatted(micros(publishers, publishers, capacity, measured)));
            }
        }
    }

    private static double micros(int publishers, int waiting, int capacity, Duration measured) {
        decide(publishers, waiting, capacity, measured);
        return decide(publishers, waiting, capacity, measured);
    }

    private static double decide(int publishers, int waiting, int capacity, Duration measured) {
        long nanos = 0;
        long decisions = 0;
        while (nanos < measured.toNanos()) {
            var project = new Shared(publishers, capacity);
            project.spendAll();
            long before = project.decisions;
            long begin = System.nanoTime();
            project.liveForACycle(waiting);
            nanos += System.nanoTime() - begin;
            decisions += project.decisions - before;
        }
        return nanos / 1e3 / decisions;
    }

    /** A project whose publishers have budgets and, in turn, have spent all of its uses. */
    private static final class Shared {

        private final DecidedProject project;
        private final int publishers;
        private final int capacity;
        private final Duration step;
        private long commands;
        private long decisions;

        Shared(int publishers, int capacity) {
            Map<String, Share> shares = new HashMap<>();
            for (int i = 0; i < publishers; i++) {
                shares.put("p" + i, new Share(1, capacity));
            }
            var policy = Limits.standard().capacity(capacity).sharing(shares).policy();
            this.project = new DecidedProject(policy);
            this.publishers = publishers;
            this.capacity = capacity;
            this.step = policy.quota().period().dividedBy(capacity);
        }

        void spendAll() {
            for (int i = 0; i < capacity; i++) {
                arrives(i % publishers);
                project.passes(step);
            }
            for (int i = 0; i < 2 * publishers; i++) {
                arrives(i % publishers);
            }
        }

        /** At each step a use comes back, and one more command arrives. */
        void liveForACycle(int waiting) {
            for (int i = 0; i < capacity; i++) {
                arrives(i % waiting);
                project.passes(step);
            }
        }

        private void arrives(int publisher) {
            String id = "c" + commands++;
            Command command = new Command(
                            Command.Type.CREATE,
                            DecidedProject.ID,
                            "prompt",
                            null,
                            null,
                            id,
                            Command.Priority.NORMAL,
                            null,
                            Map.of())
                    .publishedBy("p" + publisher, Command.Priority.HIGH);
            take(new Input.CommandArrived(command, Identity.ofCommandId(id), id));
        }

        private void take(Input input) {
            decisions++;
            project.take(input).forEach(this::answered);
        }

        private void answered(GatewayRequest.Call call) {
            String jobId = "j-" + call.callId();
            var active = new JobSnapshot(jobId, "active", null, null, null, null, null);
            var completed = new JobSnapshot(jobId, "completed", "https://git.example/1", null, null, null, null);
            take(new Input.CallAnswered(DecidedProject.ID, call.callId(), new Answer.Accepted(201, active)));
            take(Input.JobObserved.shown(DecidedProject.ID, jobId, 1, project.now(), completed));
        }
    }
}
