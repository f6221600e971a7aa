package io.docsagent.worker.bench;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.domain.policy.Sharing.Share;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a decision costs by how many publishers with budgets share the quota, by its capacity, and by what waits in one lane. */
final class Decisions implements Part {

    private static final int[] PUBLISHERS = {1, 8, 64};
    private static final int[] CAPACITIES = {100, 1_000};

    /** As many as a queue holds, but for the create. */
    private static final int DEEP = 9_999;

    /** Until the JIT compiler has done what it will, and then as long again. */
    private static final Duration MEASURED = Duration.ofSeconds(3);

    @Override
    public void measure(Bench bench) {
        Duration measured = bench.sizes().small() ? MEASURED.dividedBy(10) : MEASURED;
        Report.Table shared = table(bench, "While all uses are spent", "publishers", "of them waiting", "capacity");
        for (int capacity : CAPACITIES) {
            for (int publishers : PUBLISHERS) {
                shared(shared, publishers, 1, capacity, measured);
                if (publishers > 1) {
                    shared(shared, publishers, publishers, capacity, measured);
                }
            }
        }
        Report.Table deep = table(bench, "With %,d messages in one lane".formatted(DEEP), "what is decided");
        for (DeepLane.Event event : DeepLane.Event.values()) {
            // The first time is the compiler's.
            var unused = DeepLane.costs(event, DEEP);
            row(deep, DeepLane.costs(event, DEEP), event.toString());
        }
    }

    private static Report.Table table(Bench bench, String title, String... first) {
        List<String> columns = new ArrayList<>(List.of(first));
        columns.addAll(List.of(DecisionCosts.columns()));
        return bench.report().table(title, columns.toArray(String[]::new));
    }

    private static void row(Report.Table table, DecisionCosts costs, String... first) {
        List<String> cells = new ArrayList<>(List.of(first));
        cells.addAll(List.of(costs.cells()));
        table.row(cells.toArray(String[]::new));
    }

    private static void shared(Report.Table table, int publishers, int waiting, int capacity, Duration measured) {
        var unused = costs(publishers, waiting, capacity, measured);
        DecisionCosts costs = costs(publishers, waiting, capacity, measured);
        row(table, costs, Integer.toString(publishers), Integer.toString(waiting), Integer.toString(capacity));
    }

    private static DecisionCosts costs(int publishers, int waiting, int capacity, Duration measured) {
        DecisionCosts costs = new DecisionCosts();
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < measured.toNanos()) {
            var project = new Shared(publishers, capacity);
            project.spendAll(waiting);
            project.project.countsFor(costs);
            project.liveForACycle(waiting);
        }
        return costs;
    }

    /** A project whose publishers have budgets and, in turn, have spent all of its uses. */
    private static final class Shared {

        private final DecidedProject project;
        private final int publishers;
        private final int capacity;
        private final Duration step;
        private long commands;

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

        void spendAll(int waiting) {
            for (int i = 0; i < capacity; i++) {
                arrives(i % publishers);
                project.passes(step);
            }
            for (int i = 0; i < 2 * waiting; i++) {
                arrives(i % waiting);
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
            take(new Input.CommandArrived(command, Identity.ofCommandId(id), id, null));
        }

        private void take(Input input) {
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
