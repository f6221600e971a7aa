package io.docsagent.worker.cli.state;

import io.docsagent.worker.cli.terminal.ExitStatus;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.wire.Printable;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** What the commands have in common that show what is going on, also as a worker sees it. */
public abstract class StateCommand extends RecordsCommand {

    @Mixin
    private WorkerEndpoint worker;

    /** Whether the command waits, is in flight, or may need an operator. */
    public static boolean isOpen(CommandRecord command) {
        return command.state() == CommandState.QUEUED
                || command.state() == CommandState.SENT
                || command.state() == CommandState.UNKNOWN;
    }

    public static long count(List<CommandRecord> commands, CommandState state) {
        return commands.stream().filter(command -> command.state() == state).count();
    }

    /** @return the exit status */
    abstract int show(PrintWriter out) throws WorkerEndpoint.NoWorkerException;

    @Override
    public final Integer call() {
        try {
            return show(out());
        } catch (WorkerEndpoint.NoWorkerException e) {
            return fail(String.valueOf(e.getMessage()));
        }
    }

    final int fail(String message) {
        err().println(Printable.of(message));
        return ExitStatus.FAILED;
    }

    final List<CommandRecord> read(String projectId, Predicate<CommandRecord> wanted, boolean withMetadata) {
        return topic().read(projectId, wanted, withMetadata);
    }

    /** What the worker shows of it, with that field; null where none is named, or it knows nothing of it. */
    final @Nullable JsonNode worker(String path, String field) throws WorkerEndpoint.NoWorkerException {
        return worker.get(path, field);
    }

    final boolean hasWorker() {
        return worker.isNamed();
    }
}
