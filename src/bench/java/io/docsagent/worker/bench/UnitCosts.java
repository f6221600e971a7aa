package io.docsagent.worker.bench;

import io.docsagent.worker.capacity.Costs;
import io.docsagent.worker.harness.Waiting;
import java.time.Duration;
import java.util.function.BiConsumer;

/** What commands of one kind after the other add to the worker's heap and to the broker's log, divided by their number. */
final class UnitCosts {

    private static final int LARGE_COMMAND_BYTES = 4_000;
    private static final int LONE_COMMANDS = 60;
    private static final Duration BETWEEN_LONE_COMMANDS = Duration.ofMillis(100);

    /** A job that does not end meanwhile. */
    private static final String STAYS_ACTIVE = "[takes 3600000ms]";

    private final Bench bench;
    private final Setting setting;
    private final Worker worker;

    UnitCosts(Bench bench, Setting setting, Worker worker) {
        this.bench = bench;
        this.setting = setting;
        this.worker = worker;
    }

    /** The differences between the kinds are what single things cost: each create leaves a job and is remembered. */
    void measure() {
        int count = bench.sizes().divided();
        var unused = completed("warm", count / 10, (commands, i) -> commands.create("warm-p" + i, "warm-c" + i));
        Footprint.Share lone = completed("lone", LONE_COMMANDS, (commands, i) -> {
            commands.create("lone-p" + i, "lone-c" + i);
            Waiting.pause(BETWEEN_LONE_COMMANDS);
        });
        Footprint.Share create = completed("first", count, (commands, i) -> commands.create("p" + i, "first-c" + i));
        Footprint.Share large = completed(
                "large", count, (commands, i) -> commands.create("p" + i, "large-c" + i, LARGE_COMMAND_BYTES));
        Footprint.Share message =
                completed("message", count, (commands, i) -> commands.message("p" + i, "message-c" + i, "first-c" + i));
        Footprint.Share active = measure(
                "active", "job.active", count, (commands, i) -> commands.create("p" + i, "active-c" + i, STAYS_ACTIVE));
        double perByte = (large.logBytes() - create.logBytes()) / (LARGE_COMMAND_BYTES - Sizes.COMMAND_BYTES);
        double ownBytes = perByte * Sizes.COMMAND_BYTES;

        Report.Table table = bench.report()
                .table(
                        "What single things cost, by %,d of each kind".formatted(count),
                        "of",
                        "bytes of",
                        "measured",
                        "in the model");
        row(table, "a project", "heap", create.heapBytes() - large.heapBytes(), Costs.HEAP_PER_PROJECT);
        row(table, "a remembered command", "heap", message.heapBytes(), Costs.HEAP_PER_SEEN_COMMAND);
        row(table, "an ended job", "heap", large.heapBytes() - message.heapBytes(), Costs.HEAP_PER_ENDED_JOB);
        row(table, "an active job", "heap", active.heapBytes() - message.heapBytes(), Costs.HEAP_PER_ACTIVE_JOB);
        row(table, "a byte of a command", "Kafka", perByte, Costs.KAFKA_PER_COMMAND_BYTE);
        row(table, "a lone command, apart from its own", "Kafka", lone.logBytes() - ownBytes, Costs.KAFKA_PER_COMMAND);
        row(table, "one of many at once, likewise", "Kafka", create.logBytes() - ownBytes, Costs.KAFKA_PER_COMMAND);
    }

    private static void row(Report.Table table, String of, String where, double measured, double model) {
        table.row(of, where, "%,.1f".formatted(measured), "%,.1f".formatted(model));
    }

    private Footprint.Share completed(String round, int count, BiConsumer<Commands, Integer> publish) {
        return measure(round, "job.completed", count, publish);
    }

    /** @param last type of the event after which nothing more happens to a command */
    private Footprint.Share measure(String round, String last, int count, BiConsumer<Commands, Integer> publish) {
        Footprint before = Footprint.of(worker, setting.brokers());
        try (FirstEvents events = new FirstEvents(setting.brokers(), setting.jobStatus(), type -> type.equals(last));
                Commands commands = new Commands(setting.brokers(), setting.requests(), 5)) {
            for (int i = 0; i < count; i++) {
                publish.accept(commands, i);
            }
            commands.flush();
            var unused = events.awaitLast(round, count);
        }
        return Footprint.of(worker, setting.brokers()).since(before, count);
    }
}
