package io.docsagent.worker.bench;

import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.settings.ApiSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * How throughput grows with workers and their stream threads: where the calls in flight limit it, which needs few cores,
 * and where the cores do.
 */
final class SeveralWorkers implements Part {

    private static final Duration LATENCY = Duration.ofMillis(50);

    /** Few enough that all workers together need less than one core. */
    private static final int MAX_IN_FLIGHT = 4;

    /** Each number of stream threads that is measured divides them. */
    private static final int PARTITIONS = 48;

    @Override
    public void measure(Bench bench) {
        limitedByCalls(bench);
        limitedByCores(bench);
    }

    private static void limitedByCalls(Bench bench) {
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
        Sandbox sandbox =
                Sandbox.start(SandboxSettings.of("jobs.takes=1h", "http.post-latency=" + LATENCY.toMillis() + "ms"));
        String name = "workers-" + workers;
        try (sandbox;
                Fleet fleet =
                        Fleet.start(bench, name, sandbox, workers, "--docs-agent.api.max-in-flight=" + MAX_IN_FLIGHT)) {
            return new Rounds(fleet.setting(), bench.sizes())
                    .perSecond("r", bench.sizes().limitedCommands());
        }
    }

    private static void limitedByCores(Bench bench) {
        Report.Table table = bench.report()
                .table(
                        "Workers and stream threads without such a limit, %d partitions".formatted(PARTITIONS),
                        "workers",
                        "stream threads of each",
                        "first round, commands/s",
                        "warm",
                        "relative to one worker with one thread",
                        "the workers' processor time per command, all rounds");
        double one = Double.NaN;
        for (Sizes.Shape shape : bench.sizes().shapes()) {
            Measured measured = measure(bench, shape);
            double warm = measured.rates().warm();
            one = Double.isNaN(one) ? warm : one;
            table.row(
                    Integer.toString(shape.workers()),
                    Integer.toString(shape.threads()),
                    "%.0f".formatted(measured.rates().first()),
                    "%.0f".formatted(warm),
                    "%.2f".formatted(warm / one),
                    "%.0f µs".formatted(measured.microsPerCommand()));
        }
    }

    private record Measured(Rates rates, double microsPerCommand) {}

    private static Measured measure(Bench bench, Sizes.Shape shape) {
        String name = "shape-%d-%d".formatted(shape.workers(), shape.threads());
        int commands = bench.sizes().commands();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1h"));
                Fleet fleet = Fleet.start(
                        bench,
                        name,
                        sandbox,
                        shape.workers(),
                        "--docs-agent.topics.partitions=" + PARTITIONS,
                        "--spring.kafka.streams.properties.num.stream.threads=" + shape.threads())) {
            Duration before = fleet.processorTime();
            Rates rates = new Rounds(fleet.setting(), bench.sizes()).perSecond("r", commands);
            Duration used = fleet.processorTime().minus(before);
            int sent = commands * rates.perSecond().size();
            return new Measured(rates, used.toNanos() / 1e3 / sent);
        }
    }

    /** Workers that share the partitions, and look at no job meanwhile. */
    private record Fleet(Setting setting, Deque<Worker> workers) implements AutoCloseable {

        static Fleet start(Bench bench, String name, Sandbox sandbox, int count, String... more) {
            Setting setting = Setting.of(name, bench.brokers(), sandbox);
            List<String> settings = new ArrayList<>(List.of(more));
            settings.add("--docs-agent.poll.min-interval=1h");
            settings.add("--docs-agent.poll.max-interval=1h");
            Fleet fleet = new Fleet(setting, new ArrayDeque<>());
            for (int i = 0; i < count; i++) {
                fleet.workers().push(Worker.start(setting, settings.toArray(String[]::new)));
            }
            return fleet;
        }

        Duration processorTime() {
            return workers.stream()
                    .map(worker -> worker.process().processorTime())
                    .reduce(Duration.ZERO, Duration::plus);
        }

        @Override
        public void close() {
            workers.forEach(Worker::close);
        }
    }
}
