package io.docsagent.worker.bench;

import io.docsagent.worker.harness.ChildJvm;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The tool {@code ask}, a new process each time, with a worker that runs: how soon its command is at the service. */
final class Asking implements Part {

    private static final Duration TO_END = Duration.ofMinutes(1);
    private static final Path OWN_CACHE = Path.of("target", "bench", "unpacked", "ask.aot");

    @Override
    public void measure(Bench bench) {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"))) {
            // With its topics under their usual names.
            Setting setting = Setting.of("docs-agent", bench.brokers(), sandbox);
            Packaging.prepare(bench.brokers());
            Report.Table table = bench.report()
                    .table("Asking from a pipeline", "run as", "help", "start to POST", "start to pull request");
            try (Worker worker = Worker.start(setting)) {
                worker.process().requireAlive();
                int starts = bench.sizes().starts();
                for (Packaging packaging : Packaging.values()) {
                    measure(starts, packaging.title(), packaging.command(), setting, table);
                }
                run(unpackedWith("-XX:AOTCacheOutput=" + OWN_CACHE), ask(setting, "recorded"));
                List<String> cached = unpackedWith("-XX:AOTMode=on", "-XX:AOTCache=" + OWN_CACHE);
                measure(starts, "unpacked, with an AOT cache of its own", cached, setting, table);
            }
        }
    }

    private static List<String> unpackedWith(String... options) {
        List<String> command = new ArrayList<>(List.of(options));
        command.add("-XX:+UseSerialGC");
        command.addAll(Packaging.UNPACKED.command());
        return command;
    }

    private static void measure(int starts, String title, List<String> command, Setting setting, Report.Table table) {
        Posts posts = new Posts(setting.sandbox());
        Figures help = new Figures();
        Figures firstPost = new Figures();
        Figures end = new Figures();
        for (int i = 0; i < starts; i++) {
            help.add(seconds(Instant.now(), run(command, List.of("ask", "--help"))));
            String round = "ask" + System.nanoTime();
            Instant started = Instant.now();
            Instant ended = run(command, ask(setting, round));
            firstPost.add(seconds(started, posts.awaitLast(round, 1)));
            end.add(seconds(started, ended));
        }
        table.row(
                title,
                "%.2f s".formatted(help.median()),
                "%.2f s".formatted(firstPost.median()),
                "%.2f s".formatted(end.median()));
    }

    private static List<String> ask(Setting setting, String round) {
        return List.of(
                "ask",
                "--bootstrap-servers",
                setting.brokers(),
                "--project",
                "pipeline",
                "--command-id",
                round,
                "--prompt",
                round + "-c0-");
    }

    /** Returns when it ended. */
    private static Instant run(List<String> command, List<String> arguments) {
        List<String> all = new ArrayList<>(command);
        all.addAll(arguments);
        ChildJvm.start(ChildJvm.log("ask"), all).awaitEnd(TO_END);
        return Instant.now();
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1000.0;
    }
}
