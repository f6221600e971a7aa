package io.docsagent.worker.bench;

import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.settings.ApiSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** How throughput grows with the number of workers, where each is limited by its calls in flight and not by the cores. */
final class SeveralWorkers implements Part {

    private static final Duration LATENCY = Duration.ofMillis(50);

    /** Few enough that all workers together need less than one core. */
    private static final int MAX_IN_FLIGHT = 4;

    @Override
    public void measure(Bench bench) {
        Report.Table table = bench.report()
                .table(
                        "Several workers with %d calls in flight each, service takes %d ms"
                                .formatted(ApiSettings.mostInFlight(MAX_IN_FLIGHT), LATENCY.toMillis()),
                        "workers",
                        "calls in flight divided by latency, /s",
                        "commands/s",
                        "relative to one worker's");
        double one = Double.NaN;
        for (int workers : bench.sizes().workers()) {
            double perSecond = perSecond(bench, workers).warm();
            one = workers == 1 ? perSecond : one;
            table.row(
                    Integer.toString(workers),
                    "%.0f".formatted(workers * mostOfOne()),
                    "%.0f".formatted(perSecond),
                    "%.2f".formatted(perSecond / one));
        }
    }

    /** Every project has few commands, so that each call may be the only one of its project. */
    private static double mostOfOne() {
        return ApiSettings.mostInFlight(MAX_IN_FLIGHT) * 1e3 / LATENCY.toMillis();
    }

    private static Rates perSecond(Bench bench, int workers) {
        Deque<Worker> running = new ArrayDeque<>();
        try (Sandbox sandbox =
                Sandbox.start(SandboxSettings.of("jobs.takes=1h", "http.post-latency=" + LATENCY.toMillis() + "ms"))) {
            Setting setting = Setting.of("workers-" + workers, bench.brokers(), sandbox);
            for (int i = 0; i < workers; i++) {
                running.push(Worker.start(
                        setting,
                        "--docs-agent.api.max-in-flight=" + MAX_IN_FLIGHT,
                        "--docs-agent.poll.min-interval=1h",
                        "--docs-agent.poll.max-interval=1h"));
            }
            return new Rounds(setting, bench.sizes())
                    .perSecond("r", bench.sizes().limitedCommands());
        } finally {
            running.forEach(Worker::close);
        }
    }
}
