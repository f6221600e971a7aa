package io.docsagent.worker.cli.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.docsagent.worker.cli.terminal.Columns;
import io.docsagent.worker.cli.terminal.ExitStatus;
import io.docsagent.worker.cli.terminal.OperationSentences;
import io.docsagent.worker.client.ClientException;
import io.docsagent.worker.client.Fields;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.wire.Printable;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows a project's commands that have not ended, or one command. */
@Command(
        name = "status",
        description = "Shows a project's waiting commands, why and until when, and those in flight or unknown; or one"
                + " command.")
public final class StatusCommand extends StateCommand {

    private static final Comparator<CommandRecord> FIRST_IN_LINE = Comparator.comparing(CommandRecord::state)
            .thenComparing(CommandRecord::queue, Comparator.nullsLast(Comparator.comparingInt(QueuePlace::position)))
            .thenComparing(CommandRecord::arrivedAt, Comparator.nullsLast(Comparator.<Instant>naturalOrder()));

    @Parameters(index = "0", paramLabel = "PROJECT", description = "The project.")
    private String project;

    @Parameters(index = "1", arity = "0..1", paramLabel = "COMMAND", description = "The ID of a command.")
    private @Nullable String commandId;

    /**
     * For programs.
     *
     * @param commands their records
     * @param worker what the worker shows of the project; null where none is named, or it knows nothing of it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Shown(
            String projectId,
            List<CommandRecord> commands,
            @Nullable JsonNode worker) {}

    @Override
    int show(PrintWriter out) throws WorkerEndpoint.NoWorkerException {
        try {
            Fields.serviceId("PROJECT", project);
        } catch (ClientException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        List<CommandRecord> commands = read(project, this::isAskedFor, commandId != null || isJson());
        if (commandId != null && commands.isEmpty()) {
            return fail("Project " + project + " has no known command " + commandId
                    + ": it was never received, was rejected on arrival, or has been forgotten.");
        }
        JsonNode worker = worker("/" + project, "project");
        if (printedAsJson(out, new Shown(project, commands, worker))) {
            return ExitStatus.DONE;
        }
        if (commandId == null) {
            printAll(commands, out);
        } else {
            printOne(commands.getFirst(), out);
        }
        if (worker == null && commands.isEmpty()) {
            err().println("A hold shows in the records of waiting commands only; --worker shows it always.");
        } else if (worker != null) {
            new WorkerSummary(worker.path("project")).sentences().forEach(line -> out.println(Printable.of(line)));
        }
        return ExitStatus.DONE;
    }

    private boolean isAskedFor(CommandRecord command) {
        return commandId == null ? isOpen(command) : command.commandId().equals(commandId);
    }

    private static void printAll(List<CommandRecord> commands, PrintWriter out) {
        out.println(OperationSentences.counts(
                        count(commands, CommandState.QUEUED),
                        count(commands, CommandState.SENT),
                        count(commands, CommandState.UNKNOWN))
                + ".");
        if (commands.isEmpty()) {
            return;
        }
        Columns columns = new Columns();
        columns.row("COMMAND", "STATE", "WHY", "POSITION", "SINCE", "EXPECTED");
        commands.stream().sorted(FIRST_IN_LINE).forEach(command -> {
            QueuePlace place = command.state() == CommandState.QUEUED ? command.queue() : null;
            columns.row(
                    command.commandId(),
                    command.state().name().toLowerCase(Locale.ROOT),
                    why(command),
                    place == null ? null : place.position(),
                    command.arrivedAt(),
                    place == null ? null : place.estimatedDispatchAt());
        });
        columns.print(out);
    }

    /** The code of what it waits for, or of why it is unknown; null where neither was announced. */
    static @Nullable String why(CommandRecord command) {
        if (command.state() == CommandState.QUEUED && command.queue() != null) {
            return command.queue().reason();
        }
        return command.reason() == null ? null : command.reason().code();
    }

    private static void printOne(CommandRecord command, PrintWriter out) {
        Columns columns = new Columns();
        JsonNode fields = JsonMappers.PUBLIC.valueToTree(command);
        fields.propertyStream()
                .forEach(field -> columns.row(
                        field.getKey(),
                        field.getValue().isValueNode() ? field.getValue().asString() : field.getValue()));
        columns.print(out);
    }
}
