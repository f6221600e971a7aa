package io.docsagent.worker.cli.state;

import io.docsagent.worker.cli.terminal.Columns;
import io.docsagent.worker.cli.terminal.Durations;
import io.docsagent.worker.cli.terminal.ExitStatus;
import io.docsagent.worker.cli.terminal.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Shows what the quota bought. */
@Command(
        name = "usage",
        description = "Shows, by publisher and project, the uses of commands that arrived since then and what they led"
                + " to: jobs, pull requests, jobs without changes, and the median time from a create to its pull"
                + " request.")
public final class UsageCommand extends RecordsCommand {

    private static final String NOT_COUNTED = "Not counted: commands without a commandId, and those that the worker has"
            + " forgotten, which it does docs-agent.dedupe.retention (7 days) after their end.";

    @Option(
            names = "--since",
            paramLabel = "7d",
            defaultValue = "7d",
            converter = Since.class,
            description = "How far back, as a duration such as 12h or a time such as 2026-11-27T18:00:00Z; default:"
                    + " ${DEFAULT-VALUE}.")
    private Instant since;

    /** For programs. */
    private record Shown(Instant since, List<Usage.Line> usage) {}

    @Override
    public Integer call() {
        Usage usage = new Usage();
        topic().eachSince(since, command -> Usage.isOf(command) && !isBefore(command.arrivedAt()), usage::add);
        err().println(NOT_COUNTED);
        List<Usage.Line> lines = usage.lines();
        if (!printedAsJson(out(), new Shown(since, lines))) {
            print(lines);
        }
        return ExitStatus.DONE;
    }

    private boolean isBefore(@Nullable Instant arrivedAt) {
        return arrivedAt == null || arrivedAt.isBefore(since);
    }

    private void print(List<Usage.Line> lines) {
        if (lines.isEmpty()) {
            out().println("No command that arrived since " + since + " has been sent.");
            return;
        }
        Columns columns = new Columns();
        columns.row("PUBLISHER", "PROJECT", "USES", "JOBS", "PULL REQUESTS", "WITHOUT CHANGES", "MEDIAN LEAD TIME");
        lines.forEach(line -> columns.row(
                line.publisher(),
                line.projectId(),
                line.uses(),
                line.jobs(),
                line.pullRequests(),
                line.withoutChanges(),
                text(line.medianLeadTimeSeconds())));
        columns.print(out());
    }

    private static @Nullable String text(@Nullable Long seconds) {
        if (seconds == null) {
            return null;
        }
        if (seconds < 120) {
            return seconds + "s";
        }
        return seconds < 7_200
                ? Math.round(seconds / 60.0) + "m"
                : String.format(Locale.ROOT, "%.1fh", seconds / 3_600.0);
    }

    /** A time that has passed, or how long ago it was. */
    static final class Since implements ITypeConverter<Instant> {

        @Override
        public Instant convert(String value) {
            Instant now = Instant.now();
            Instant since = value.contains("T") ? new Times().convert(value) : now.minus(ago(value));
            if (since.isAfter(now) || since.isBefore(Instant.EPOCH)) {
                throw new TypeConversionException("'" + value + "' is not in the past");
            }
            return since;
        }

        private static Duration ago(String value) {
            return new Durations().convert(value);
        }
    }
}
