package io.docsagent.worker.bench;

import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Instant;

/** How long the projects of a killed worker wait for another worker to take them over. */
final class Failover implements Part {

    private static final double[] SECONDS = {1, 5, 10, 15, 20, 25};

    @Override
    public void measure(Bench bench) {
        Report.Table table = bench.report()
                .table(
                        "Kill -9 of one of two workers under load: until a project's next command is sent",
                        "within 1 s",
                        "5 s",
                        "10 s",
                        "15 s",
                        "20 s",
                        "25 s",
                        "worst");
        Figures waits = new Figures();
        for (int i = 0; i < bench.sizes().failovers(); i++) {
            measure(bench, "failover-" + i, waits);
        }
        String[] cells = new String[SECONDS.length + 1];
        for (int i = 0; i < SECONDS.length; i++) {
            cells[i] = "%.0f %%".formatted(100 * waits.shareAtMost(SECONDS[i] * 1_000));
        }
        cells[SECONDS.length] = "%.1f s".formatted(waits.percentile(100) / 1_000);
        table.row(cells);
    }

    private static void measure(Bench bench, String name, Figures waits) {
        int projects = bench.sizes().failoverProjects();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1h", "http.post-latency=20ms"))) {
            Setting setting = Setting.of(name, bench.brokers(), sandbox);
            try (Worker doomed = Worker.start(setting);
                    Worker heir = Worker.start(setting);
                    Commands commands = new Commands(setting.brokers(), setting.requests(), 5)) {
                heir.process().requireAlive();
                Posts posts = new Posts(sandbox);
                int before = load(bench, projects, commands, posts);
                posts.await("before", before / 2);
                doomed.process().kill();
                Instant killed = Instant.now();
                for (int i = 0; i < projects; i++) {
                    commands.create("before-p" + i, "next-c" + i);
                }
                commands.flush();
                posts.await("next", projects);
                posts.byCommand("next")
                        .values()
                        .forEach(sent -> waits.add(killed, sent.getFirst().arrivedAt()));
            }
        }
    }

    /** Waits until both have had work, then publishes more than is sent by the time of the kill. */
    private static int load(Bench bench, int projects, Commands commands, Posts posts) {
        commands.create("warm", projects, projects);
        posts.await("warm", projects);
        bench.settle();
        int count = projects * 20;
        commands.create("before", count, projects);
        return count;
    }
}
