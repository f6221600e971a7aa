package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Quiet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Measures the packaged worker, alone and beside others, and prints tables in Markdown. */
public final class WorkerBenchmark {

    private static final Map<String, Part> PARTS = parts();

    private WorkerBenchmark() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        Quiet.please();
        Report report = new Report();
        boolean complete = true;
        for (Map.Entry<String, Part> part : chosen().entrySet()) {
            complete &= measured(part.getKey(), part.getValue(), report);
        }
        report.print();
        System.exit(complete ? 0 : 1);
    }

    /** A part that fails is announced, and leaves the others their turn. */
    private static boolean measured(String name, Part part, Report report) {
        report.begin(name);
        try (Bench bench = new Bench(Sizes.chosen(), report)) {
            part.measure(bench);
            return true;
        } catch (RuntimeException e) {
            e.printStackTrace();
            report.failed(name, e);
            return false;
        }
    }

    private static Map<String, Part> chosen() {
        String only = System.getProperty("bench.only", "");
        Map<String, Part> chosen = new LinkedHashMap<>(PARTS);
        if (!only.isBlank()) {
            Set<String> names = Set.copyOf(List.of(only.strip().split("\\s*,\\s*")));
            if (!PARTS.keySet().containsAll(names)) {
                throw new IllegalArgumentException("bench.only knows " + PARTS.keySet() + ", not " + only);
            }
            chosen.keySet().retainAll(names);
        }
        return chosen;
    }

    private static Map<String, Part> parts() {
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("idle", new Idle());
        parts.put("ask", new Asking());
        parts.put("throughput", new Throughput());
        parts.put("quiet", new QuietNeighbour());
        parts.put("burst", new Burst());
        parts.put("quota", new QuotaKept());
        parts.put("estimates", new Estimates());
        parts.put("decisions", new Decisions());
        parts.put("kill", new KilledUnderLoad());
        parts.put("failover", new Failover());
        parts.put("brokers", new ThreeBrokers());
        parts.put("queued", new FullQueues());
        parts.put("jobs", new ActiveJobs());
        parts.put("peers-speed", SideBySide::speeds);
        parts.put("peers-quota", SideBySide::quotas);
        parts.put("peers-kills", SideBySide::kills);
        parts.put("peers-memory", SideBySide::memories);
        parts.put("workers", new SeveralWorkers());
        parts.put("capacity", new CapacityModel());
        parts.put("jmh", new Microbenchmarks());
        return parts;
    }
}
