package io.docsagent.worker.cli.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.docsagent.worker.cli.terminal.Columns;
import io.docsagent.worker.cli.terminal.ExitStatus;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.wire.Printable;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Shows all projects that have commands which have not ended. */
@Command(
        name = "projects",
        description = "Shows projects with waiting, in-flight or unknown commands; with --worker, also the others it"
                + " knows.")
public final class ProjectsCommand extends StateCommand {

    /**
     * One of them.
     *
     * @param why what its first command waits for
     * @param since when the command arrived that waits the longest
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Line(
            String projectId,
            long waiting,
            long inFlight,
            long unknown,
            @Nullable String why,
            @Nullable Instant since) {

        static Line of(String projectId, List<CommandRecord> commands) {
            List<CommandRecord> waiting = commands.stream()
                    .filter(command -> command.state() == CommandState.QUEUED)
                    .toList();
            return new Line(
                    projectId,
                    waiting.size(),
                    count(commands, CommandState.SENT),
                    count(commands, CommandState.UNKNOWN),
                    waiting.stream()
                            .filter(command -> command.queue() != null)
                            .min(Comparator.comparingInt(command ->
                                    Objects.requireNonNull(command.queue()).position()))
                            .map(StatusCommand::why)
                            .orElse(null),
                    waiting.stream()
                            .map(CommandRecord::arrivedAt)
                            .filter(Objects::nonNull)
                            .min(Comparator.naturalOrder())
                            .orElse(null));
        }
    }

    /**
     * For programs.
     *
     * @param worker the listing of all instances; null where none is named
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Shown(List<Line> projects, @Nullable JsonNode worker) {}

    @Override
    int show(PrintWriter out) throws WorkerEndpoint.NoWorkerException {
        Map<String, List<CommandRecord>> commands = new TreeMap<>();
        read(Operation.ALL_PROJECTS, StateCommand::isOpen, false)
                .forEach(command -> commands.computeIfAbsent(command.projectId(), id -> new ArrayList<>())
                        .add(command));
        JsonNode worker = worker("?all=true", "projects");
        Map<String, WorkerSummary> known = summaries(worker);
        known.keySet().forEach(project -> commands.computeIfAbsent(project, id -> List.of()));
        List<Line> lines = commands.entrySet().stream()
                .map(project -> Line.of(project.getKey(), project.getValue()))
                .sorted(Comparator.comparingLong(Line::waiting).reversed().thenComparing(Line::projectId))
                .toList();
        if (!printedAsJson(out, new Shown(lines, worker))) {
            if (worker != null) {
                printOfAll(worker, out);
            }
            print(lines, known, out);
        }
        return ExitStatus.DONE;
    }

    private static Map<String, WorkerSummary> summaries(@Nullable JsonNode worker) {
        Map<String, WorkerSummary> known = new HashMap<>();
        if (worker != null) {
            worker.path("projects")
                    .forEach(project -> known.put(project.path("projectId").asString(""), new WorkerSummary(project)));
        }
        return known;
    }

    private void printOfAll(JsonNode worker, PrintWriter out) {
        JsonNode hold = worker.path("heldByOperator");
        if (hold.isObject()) {
            out.println(Printable.of("All projects are held by "
                    + hold.path("by").asString("") + " since "
                    + hold.path("since").asString("")
                    + (hold.hasNonNull("until") ? " until " + hold.path("until").asString() : "") + "."));
        }
        worker.path("unreachable")
                .forEach(address -> warn("The worker at " + address.asString() + " does not answer."));
        if (!worker.path("allInstances").asBoolean(false)) {
            warn(worker.path("note").asString(""));
        }
        if (worker.path("truncated").asBoolean(false)) {
            warn("The worker shows only " + worker.path("projects").size() + " of "
                    + worker.path("total").asString("more") + " projects, those with the longest queues.");
        }
    }

    private void warn(String message) {
        err().println(Printable.of(message));
    }

    private void print(List<Line> lines, Map<String, WorkerSummary> known, PrintWriter out) {
        if (lines.isEmpty()) {
            out.println("No commands are waiting, in flight or unknown.");
            return;
        }
        Columns columns = new Columns();
        List<Object> head = new ArrayList<>(List.of("PROJECT", "WAITING", "IN FLIGHT", "UNKNOWN", "WHY", "SINCE"));
        if (hasWorker()) {
            head.addAll(List.of("USES LEFT", "NEXT USE", "HELD FOR", "UNTIL"));
        }
        columns.row(head.toArray());
        for (Line line : lines) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(line.projectId());
            row.add(line.waiting());
            row.add(line.inFlight());
            row.add(line.unknown());
            row.add(line.why());
            row.add(line.since());
            if (hasWorker()) {
                WorkerSummary summary = known.get(line.projectId());
                row.add(summary == null ? null : summary.quota());
                row.add(summary == null ? null : summary.nextUse());
                row.add(summary == null ? null : summary.heldFor());
                row.add(summary == null ? null : summary.heldUntil());
            }
            columns.row(row.toArray());
        }
        columns.print(out);
    }
}
