package io.docsagent.worker.cli;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.wire.Printable;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** What the commands that only show something have in common. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:success",
            "1:any other failure, such as an unknown command, no response from Kafka or the worker, or a missing right",
            "2:invalid options"
        })
abstract class StateCommand implements Callable<Integer> {

    @ParentCommand
    private CommandLineTools tools;

    @Spec
    CommandSpec spec;

    @Option(names = "--json", description = "Prints one line of JSON instead of columns.")
    private boolean json;

    @Mixin
    private WorkerEndpoint worker;

    @Mixin
    private KafkaAccess kafka;

    /** Whether the command waits, is in flight, or may need an operator. */
    static boolean isOpen(CommandRecord command) {
        return command.state() == CommandState.QUEUED
                || command.state() == CommandState.SENT
                || command.state() == CommandState.UNKNOWN;
    }

    static long count(List<CommandRecord> commands, CommandState state) {
        return commands.stream().filter(command -> command.state() == state).count();
    }

    /** @return the exit status */
    abstract int show(PrintWriter out) throws WorkerEndpoint.NoWorkerException;

    @Override
    public final Integer call() {
        try {
            return show(tools.out());
        } catch (WorkerEndpoint.NoWorkerException e) {
            return fail(String.valueOf(e.getMessage()));
        }
    }

    final int fail(String message) {
        tools.err().println(Printable.of(message));
        return ExitStatus.FAILED;
    }

    final List<CommandRecord> read(String projectId, Predicate<CommandRecord> wanted, boolean withMetadata) {
        return new CommandTopic(kafka.settings(tools.environment())).read(projectId, wanted, withMetadata);
    }

    /** What the worker shows of it, with that field; null where none is named, or it knows nothing of it. */
    final @Nullable JsonNode worker(String path, String field) throws WorkerEndpoint.NoWorkerException {
        return worker.get(path, field);
    }

    final boolean hasWorker() {
        return worker.isNamed();
    }

    final PrintWriter err() {
        return tools.err();
    }

    final boolean isJson() {
        return json;
    }

    /** @return whether that was wanted */
    final boolean printedAsJson(PrintWriter out, Object shown) {
        if (json) {
            out.println(Printable.json(JsonMappers.PUBLIC.writeValueAsString(shown)));
        }
        return json;
    }
}
