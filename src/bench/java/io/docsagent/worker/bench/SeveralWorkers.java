package io.docsagent.worker.bench;

import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.util.ArrayDeque;
import java.util.Deque;

/** How throughput grows with the number of workers. */
final class SeveralWorkers implements Part {

    @Override
    public void measure(Bench bench) {
        Report.Table table =
                bench.report().table("Several workers on one machine", "workers", "commands/s", "to one worker's");
        double one = Double.NaN;
        for (int workers : bench.sizes().workers()) {
            double perSecond = perSecond(bench, workers);
            one = workers == 1 ? perSecond : one;
            table.row(Integer.toString(workers), "%.0f".formatted(perSecond), "%.2f".formatted(perSecond / one));
        }
    }

    private static double perSecond(Bench bench, int workers) {
        Deque<Worker> running = new ArrayDeque<>();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1h"))) {
            Setting setting = Setting.of("workers-" + workers, bench.brokers(), sandbox);
            for (int i = 0; i < workers; i++) {
                running.push(Worker.start(
                        setting, "--docs-agent.poll.min-interval=1h", "--docs-agent.poll.max-interval=1h"));
            }
            return new Rounds(setting, bench.sizes())
                    .perSecond("r", bench.sizes().commands());
        } finally {
            running.forEach(Worker::close);
        }
    }
}
