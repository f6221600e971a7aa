package io.docsagent.worker.capacity;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What installations of several sizes need, as the operating guide has it. */
public final class CapacityTable {

    private static final List<Load> LOADS = List.of(
            Load.of(100, 1_000, 100, 0.1),
            Load.of(1_000, 100_000, 1_000, 1),
            Load.of(10_000, 1_000_000, 10_000, 3),
            Load.of(100_000, 1_000_000, 50_000, 10));

    private CapacityTable() {}

    public static String[] columns() {
        return new String[] {
            "projects",
            "commands waiting",
            "active jobs",
            "commands/s",
            "partitions",
            "instances",
            "memory of each",
            "remembered: commands",
            "jobs",
            "written to Kafka a day"
        };
    }

    public static Stream<String[]> rows() {
        return LOADS.stream().map(CapacityTable::row);
    }

    private static String[] row(Load load) {
        Capacity capacity = Capacity.of(load);
        return new String[] {
            format("%,d", load.projects()),
            format("%,d", load.queued()),
            format("%,d", load.activeJobs()),
            Double.toString(load.commandsPerSecond()).replaceAll("\\.0$", ""),
            Integer.toString(capacity.partitions()),
            Integer.toString(capacity.instances()),
            format("%.1f GiB", capacity.memoryBytes() / (1 << 30)),
            days(capacity.commandsRemembered()),
            days(capacity.jobsRemembered()),
            format("%,.1f GB", capacity.kafkaBytesPerDay() / 1e9)
        };
    }

    private static String days(Duration duration) {
        return format("%.1f days", duration.toSeconds() / 86_400.0);
    }

    private static String format(String format, Object value) {
        return String.format(Locale.ROOT, format, value);
    }
}
