package io.docsagent.worker.bench;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Something that carries out commands durably: a server or store, and a program that calls the service. */
interface DurableSystem extends AutoCloseable {

    /** What becomes of a command, as the system says. */
    record Fate(String state, @Nullable String prLink) {}

    /** Hands over a command; once this is completed, it will be carried out. May be repeated where it fails. */
    CompletableFuture<?> handOver(String projectId, String commandId, String prompt);

    /** A state of {@code waiting} means that nothing final is known. */
    Fate fateOf(String commandId);

    /** SIGKILL to the program that calls the service. */
    void killProgram();

    /** Starts the program again, and waits until it takes commands. */
    void startProgram();

    /** SIGKILL to the server or store. */
    void killServer();

    /** Starts the server again on the same files, and waits until it answers. */
    void startServer();

    @Override
    void close();
}
