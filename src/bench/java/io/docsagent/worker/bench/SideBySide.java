package io.docsagent.worker.bench;

import io.docsagent.worker.harness.ChildJvm;
import io.docsagent.worker.harness.Waiting;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** This worker beside systems for durable execution, each with the same job and alone on the machine. */
final class SideBySide {

    /** Rounds in which a system may become warm. */
    private static final int MOST_ROUNDS = 8;

    /** Jobs that have ended when they are looked at for the first time. */
    private static final String SHORT_JOBS = "jobs.takes=2s";

    private static final Duration HOUR = Duration.ofHours(1);
    private static final int CAPACITY = 100;
    private static final int KILLS = 6;

    /** LittleHorse's program is without its server for up to two minutes after the kill. */
    private static final Duration CALM = Duration.ofSeconds(150);

    /** From the calm on: all that can tell an unknown outcome do so within a minute or two. */
    private static final Duration TO_REPORT = Duration.ofMinutes(2);

    private static final Duration QUOTA_PERIOD = Duration.ofSeconds(20);
    private static final int QUOTA_CAPACITY = 20;
    private static final int QUOTA_PERIODS = 3;
    private static final int QUOTA_PROJECTS = 10;

    private SideBySide() {}

    /** Measures one system, and adds its row. */
    @FunctionalInterface
    private interface Phase {
        void measure(Bench bench, Durable durable, Report.Table table);
    }

    static void speeds(Bench bench) {
        Sizes sizes = bench.sizes();
        each(
                bench,
                bench.report()
                        .table(
                                "Bursts of %,d commands over %,d projects, and single commands"
                                        .formatted(sizes.burst(), sizes.projects()),
                                "system",
                                "start to ready: program",
                                "server",
                                "first burst, commands/s",
                                "warm",
                                "single commands to POST p50",
                                "p99",
                                "next to a project with %,d waiting p50".formatted(sizes.deepBacklog()),
                                "p99"),
                SideBySide::speed);
    }

    static void quotas(Bench bench) {
        each(
                bench,
                bench.report()
                        .table(
                                "Quota of %d in %d s, %d projects with more to send, three periods"
                                        .formatted(QUOTA_CAPACITY, QUOTA_PERIOD.toSeconds(), QUOTA_PROJECTS),
                                "system",
                                "most POSTs in any rolling period",
                                "429s met",
                                "allowed uses made use of",
                                "program killed and started again: most POSTs",
                                "429s met",
                                "allowed uses made use of"),
                SideBySide::quota);
    }

    static void kills(Bench bench) {
        each(
                bench,
                bench.report()
                        .table(
                                "Kill -9, %d times in %,d commands: of the program and of the server in turns"
                                        .formatted(KILLS, bench.sizes().commandsUnderFire()),
                                "system",
                                "sent twice or more",
                                "never sent, and not reported",
                                "reported as unknown",
                                "program killed: no POST for, median",
                                "server killed: no POST for, median"),
                SideBySide::kill);
    }

    static void memories(Bench bench) {
        each(
                bench,
                bench.report()
                        .table(
                                "Memory of all processes of the system",
                                "system",
                                "processes",
                                "after the start",
                                "with %,d commands waiting"
                                        .formatted(bench.sizes().backlogs().getFirst())),
                SideBySide::memory);
    }

    /** A system that fails leaves the others their turn. */
    private static void each(Bench bench, Report.Table table, Phase phase) {
        for (Durable durable : Durable.chosen()) {
            try {
                phase.measure(bench, durable, table);
            } catch (RuntimeException e) {
                e.printStackTrace();
                table.row(durable.title(), "failed: " + e.getMessage());
            }
        }
    }

    private static DurableSetting setting(Durable durable, Sandbox sandbox, int capacity, Duration period) {
        try {
            String name = "peer-" + durable.name().toLowerCase(Locale.ROOT) + "-";
            return new DurableSetting(
                    Files.createTempDirectory(
                            ChildJvm.log("peer").toAbsolutePath().getParent(), name),
                    sandbox.baseUrl(),
                    capacity,
                    period);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void speed(Bench bench, Durable durable, Report.Table table) {
        Sizes sizes = bench.sizes();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of(SHORT_JOBS));
                DurableSystem system = durable.start(setting(durable, sandbox, CAPACITY, HOUR), sandbox)) {
            system.killProgram();
            system.killServer();
            String server = seconds(took(system::startServer));
            String program = seconds(took(system::startProgram));
            HandedOver commands = new HandedOver(system, sandbox, sizes);
            Rates rates = Rates.untilWarm(
                    MOST_ROUNDS, number -> commands.perSecond("r" + number, sizes.burst(), sizes.projects()));
            bench.settle();
            var unused = commands.lone("warm", sizes.samples() / 4);
            Figures alone = commands.lone("alone", sizes.samples());
            // More than its quota, so that these wait.
            commands.all("loud", CAPACITY + sizes.deepBacklog(), 1);
            new Posts(sandbox).await("loud", CAPACITY);
            bench.settle();
            Figures beside = commands.lone("beside", sizes.samples());
            table.row(
                    durable.title(),
                    program,
                    server,
                    "%.0f".formatted(rates.first()),
                    "%.0f".formatted(rates.warm()),
                    alone.millis(50),
                    alone.millis(99),
                    beside.millis(50),
                    beside.millis(99));
        }
    }

    private static Duration took(Runnable action) {
        long begun = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private static void quota(Bench bench, Durable durable, Report.Table table) {
        List<String> cells = new ArrayList<>(List.of(durable.title()));
        for (boolean killed : new boolean[] {false, true}) {
            cells.addAll(quota(bench, durable, killed));
        }
        table.row(cells.toArray(String[]::new));
    }

    private static List<String> quota(Bench bench, Durable durable, boolean killed) {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of(
                        SHORT_JOBS,
                        "quota.capacity=" + QUOTA_CAPACITY,
                        "quota.period=" + QUOTA_PERIOD.toSeconds() + "s"));
                DurableSystem system =
                        durable.start(setting(durable, sandbox, QUOTA_CAPACITY, QUOTA_PERIOD), sandbox)) {
            Instant begun = Instant.now();
            int count = QUOTA_CAPACITY * (QUOTA_PERIODS + 3) * QUOTA_PROJECTS;
            new HandedOver(system, sandbox, bench.sizes()).all("q", count, QUOTA_PROJECTS);
            if (killed) {
                Waiting.pause(QUOTA_PERIOD.multipliedBy(QUOTA_PERIODS).dividedBy(2));
                system.killProgram();
                system.startProgram();
            }
            Instant end = begun.plus(QUOTA_PERIOD.multipliedBy(QUOTA_PERIODS));
            Waiting.untilTrue("the end of the last period", () -> Instant.now().isAfter(end));
            return quotaCells(sandbox, end);
        }
    }

    private static List<String> quotaCells(Sandbox sandbox, Instant end) {
        List<JournalEntry> posts = sandbox.journal().entries().stream()
                .filter(JournalEntry::isPost)
                .filter(entry -> entry.arrivedAt().isBefore(end))
                .toList();
        int most = IntStream.range(0, QUOTA_PROJECTS)
                .map(project -> sandbox.journal().mostInAnyPeriod("q-p" + project, QUOTA_PERIOD))
                .max()
                .orElseThrow();
        long refused = posts.stream()
                .map(JournalEntry::status)
                .filter(status -> status != null && status == 429)
                .count();
        long used = posts.stream().filter(JournalEntry::counted).count();
        double share = 100.0 * used / (QUOTA_CAPACITY * QUOTA_PERIODS * QUOTA_PROJECTS);
        return List.of(Integer.toString(most), Long.toString(refused), "%.0f %%".formatted(share));
    }

    private static void kill(Bench bench, Durable durable, Report.Table table) {
        int count = bench.sizes().commandsUnderFire();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of(SHORT_JOBS, "http.post-latency=20ms"));
                DurableSystem system = durable.start(setting(durable, sandbox, CAPACITY, HOUR), sandbox)) {
            Posts posts = new Posts(sandbox);
            HandedOver commands = new HandedOver(system, sandbox, bench.sizes());
            // No project may come to the end of its uses, whatever is sent twice.
            Thread handingOver = Thread.startVirtualThread(() -> commands.all("k", count, Math.max(1, count / 30)));
            Figures program = new Figures();
            Figures server = new Figures();
            for (int kill = 1; kill <= KILLS; kill++) {
                posts.await("k", count * kill / (KILLS + 1));
                if (kill % 2 == 0) {
                    server.add(pause(sandbox, system::killServer, system::startServer));
                } else {
                    program.add(pause(sandbox, system::killProgram, system::startProgram));
                }
            }
            join(handingOver);
            awaitCalm(sandbox);
            awaitFates(system, posts, count);
            List<String> cells = new ArrayList<>(List.of(durable.title()));
            cells.addAll(fates(system, posts.byCommand("k"), count));
            cells.addAll(List.of(pauseOf(program), pauseOf(server)));
            table.row(cells.toArray(String[]::new));
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Milliseconds from the kill to the next POST. */
    private static double pause(Sandbox sandbox, Runnable kill, Runnable start) {
        kill.run();
        Instant killed = Instant.now();
        start.run();
        Instant next = Waiting.until(
                "a POST after the kill",
                () -> sandbox.journal().entries().stream()
                        .filter(JournalEntry::isPost)
                        .map(JournalEntry::arrivedAt)
                        .filter(at -> at.isAfter(killed))
                        .min(Instant::compareTo));
        return Duration.between(killed, next).toNanos() / 1e6;
    }

    private static String pauseOf(Figures figures) {
        return "%.1f s".formatted(figures.median() / 1_000);
    }

    /** Until no POST has arrived for a while. */
    private static void awaitCalm(Sandbox sandbox) {
        Instant from = Instant.now();
        Waiting.untilTrue("calm", () -> {
            Waiting.pause(Duration.ofSeconds(1));
            Instant last = sandbox.journal().entries().stream()
                    .filter(JournalEntry::isPost)
                    .map(JournalEntry::arrivedAt)
                    .max(Instant::compareTo)
                    .orElseThrow();
            Instant calmSince = last.isAfter(from) ? last : from;
            return calmSince.plus(CALM).isBefore(Instant.now());
        });
    }

    /** What was never sent is reported in the end, if at all. */
    private static void awaitFates(DurableSystem system, Posts posts, int count) {
        Instant end = Instant.now().plus(TO_REPORT);
        Waiting.untilTrue("reports of what was never sent", () -> {
            boolean isTold = silent(system, posts.byCommand("k").keySet(), count) == 0;
            if (!isTold) {
                Waiting.pause(Duration.ofSeconds(1));
            }
            return isTold || Instant.now().isAfter(end);
        });
    }

    private static long silent(DurableSystem system, Set<String> sent, int count) {
        return commandIds(count)
                .filter(commandId -> !sent.contains(commandId))
                .filter(commandId -> system.fateOf(commandId).state().equals("waiting"))
                .count();
    }

    private static Stream<String> commandIds(int count) {
        return IntStream.range(0, count).mapToObj(number -> "k-c" + number);
    }

    private static List<String> fates(DurableSystem system, Map<String, List<JournalEntry>> posts, int count) {
        long twice = posts.values().stream().filter(same -> same.size() > 1).count();
        long unknown = commandIds(count)
                .filter(commandId -> system.fateOf(commandId).state().equals("unknown"))
                .count();
        long silent = silent(system, posts.keySet(), count);
        return List.of(Long.toString(twice), Long.toString(silent), Long.toString(unknown));
    }

    private static void memory(Bench bench, Durable durable, Report.Table table) {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of(SHORT_JOBS, "quota.capacity=1"));
                DurableSystem system = durable.start(setting(durable, sandbox, 1, HOUR), sandbox)) {
            bench.settle();
            long before = ChildProcess.residentBytesOfAll();
            int projects = bench.sizes().backlogProjects();
            new HandedOver(system, sandbox, bench.sizes())
                    .all("m", projects + bench.sizes().backlogs().getFirst(), projects);
            new Posts(sandbox).await("m", projects);
            bench.settle();
            table.row(
                    durable.title(),
                    Long.toString(ProcessHandle.current().descendants().count()),
                    megabytes(before),
                    megabytes(ChildProcess.residentBytesOfAll()));
        }
    }

    private static String megabytes(long bytes) {
        return "%,d MB".formatted(bytes / 1_000_000);
    }

    private static String seconds(Duration duration) {
        return "%.1f s".formatted(duration.toMillis() / 1000.0);
    }
}
