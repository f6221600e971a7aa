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
 * A program and all that it starts, so that nothing of it outlives its job. A process that has left its parent, as
 * daemons do, is found where it was seen as a descendant before, and on Linux also by a mark in the environment that it
 * inherited.
 *
 * <p>Not found, and so not ended, is a process that leaves its parent within {@link #INTERVAL} and either clears its
 * environment or runs elsewhere than on Linux; one of another user (as by sudo); and one that a service starts on the
 * program's behalf (as by systemd-run, at or docker). A killed sandbox ends nothing. Only a container with an end of
 * its own keeps these in.
 */
final class ProcessTree {

    /** How often to look for descendants, which can be seen only while their parents live. */
    static final Duration INTERVAL = Duration.ofMillis(50);

    /** The variable that marks the processes of one run. */
    static final String MARK = "DOCS_AGENT_SANDBOX_RUN";

    private static final Path PROC = Path.of("/proc");
    /** Rounds of ending, as long as each finds new processes: a program may start them faster than they are found. */
    private static final int ROUNDS = 100;

    private static final Duration LAST_BREATH = Duration.ofSeconds(2);

    private final String mark = UUID.randomUUID().toString();
    private final Set<ProcessHandle> seen = new HashSet<>();

    String mark() {
        return mark;
    }

    /** Remembers what the process has started and is alive now. */
    void observe(Process process) {
        try (Stream<ProcessHandle> descendants = process.descendants()) {
            descendants.forEach(seen::add);
        }
    }

    /** Ends the process with all that belongs to it, and waits until that has ended. */
    void end(Process process) {
        for (int round = 0; round < ROUNDS; round++) {
            observe(process);
            // By its handle: the process itself would close its output as well, with what is still to be read.
            seen.add(process.toHandle());
            seen.addAll(marked());
            seen.removeIf(member -> !member.isAlive());
            if (seen.isEmpty()) {
                return;
            }
            seen.forEach(ProcessHandle::destroyForcibly);
            seen.forEach(ProcessTree::await);
            // Those that are still listed were never waited for by their parents, and do nothing any more.
            seen.clear();
        }
    }

    private static void await(ProcessHandle member) {
        try {
            member.onExit().get(LAST_BREATH.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException unseen) {
            // It got its signal, and that is all that can be done.
        }
    }

    private Set<ProcessHandle> marked() {
        Set<ProcessHandle> members = new HashSet<>();
        if (Files.isDirectory(PROC)) {
            try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
                all.filter(this::isMarked).forEach(members::add);
            }
        }
        return members;
    }

    private boolean isMarked(ProcessHandle process) {
        try {
            byte[] environment = Files.readAllBytes(PROC.resolve(process.pid() + "/environ"));
            return new String(environment, StandardCharsets.ISO_8859_1).contains(MARK + "=" + mark);
        } catch (IOException goneOrOfSomebodyElse) {
            return false;
        }
    }
}
