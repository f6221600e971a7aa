package io.docsagent.worker.sandbox.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A program and the processes that it starts, so that none of them outlives the job. A process that has left its
 * parent, as daemons do, is found if it was observed as a descendant before, and on Linux also by a variable in its
 * inherited environment.
 *
 * <p>These are not found, and so not ended: a process that leaves its parent within {@link #INTERVAL} and clears its
 * environment or does not run on Linux; a process of another user (sudo); and a process that a service starts for the
 * program (systemd-run, at, docker). If the sandbox is killed, nothing is ended. Only a container of its own prevents
 * that.
 */
final class ProcessTree {

    /** How often descendants are listed, which is possible only while their parents live. */
    static final Duration INTERVAL = Duration.ofMillis(50);

    /** The environment variable that identifies the processes of one run. */
    static final String RUN_VARIABLE = "DOCS_AGENT_SANDBOX_RUN";

    private static final Path PROC = Path.of("/proc");
    /** The limit of rounds, since a program may start processes faster than they are found. */
    private static final int ROUNDS = 100;

    private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(2);

    private final String runId = UUID.randomUUID().toString();
    private final Set<ProcessHandle> seen = new HashSet<>();

    String runId() {
        return runId;
    }

    /** Records the descendants of the process that are alive now. */
    void observe(Process process) {
        try (Stream<ProcessHandle> descendants = process.descendants()) {
            descendants.forEach(seen::add);
        }
    }

    /** Ends the process and its descendants, and waits until they have ended. */
    void end(Process process) {
        for (int round = 0; round < ROUNDS; round++) {
            observe(process);
            // By its handle, since Process.destroy would also close the output before it has been read.
            seen.add(process.toHandle());
            seen.addAll(processesOfThisRun());
            seen.removeIf(member -> !member.isAlive());
            if (seen.isEmpty()) {
                return;
            }
            seen.forEach(ProcessHandle::destroyForcibly);
            seen.forEach(ProcessTree::await);
            // Those that are still listed are zombies.
            seen.clear();
        }
    }

    private static void await(ProcessHandle member) {
        try {
            member.onExit().get(EXIT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException stillRunning) {
            // It was signalled; nothing more can be done.
        }
    }

    private Set<ProcessHandle> processesOfThisRun() {
        Set<ProcessHandle> members = new HashSet<>();
        if (Files.isDirectory(PROC)) {
            try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
                all.filter(this::isOfThisRun).forEach(members::add);
            }
        }
        return members;
    }

    private boolean isOfThisRun(ProcessHandle process) {
        try {
            byte[] environment = Files.readAllBytes(PROC.resolve(process.pid() + "/environ"));
            return new String(environment, StandardCharsets.ISO_8859_1).contains(RUN_VARIABLE + "=" + runId);
        } catch (IOException inaccessible) {
            return false;
        }
    }
}
