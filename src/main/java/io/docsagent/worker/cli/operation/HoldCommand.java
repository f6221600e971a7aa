package io.docsagent.worker.cli.operation;

import io.docsagent.worker.cli.terminal.Durations;
import io.docsagent.worker.cli.terminal.Times;
import io.docsagent.worker.contract.Operation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Has nothing sent for a project, or for any. */
@Command(
        name = "hold",
        description = "Holds a project, or all of them: nothing is sent until a given time or until resumed.")
public final class HoldCommand extends OperationCommand {

    @ArgGroup(multiplicity = "1")
    private ProjectOrAll project;

    @ArgGroup
    private @Nullable End end;

    /** When it ends by itself. */
    private static final class End {

        @Option(
                names = "--until",
                order = OperationCommand.OWN,
                paramLabel = "TIME",
                converter = Times.class,
                description = "Ends the hold at this time, such as 2026-11-27T18:00:00Z; default: until resumed.")
        private @Nullable Instant until;

        @Option(
                names = "--for",
                order = OperationCommand.OWN,
                paramLabel = "2h",
                converter = Durations.class,
                description = "Ends the hold after this time.")
        private @Nullable Duration duration;
    }

    @Override
    String project() {
        return project.id();
    }

    @Override
    Operation.Action action() {
        if (end != null && end.duration != null) {
            return new Operation.Hold(Instant.now().plus(end.duration).truncatedTo(ChronoUnit.SECONDS));
        }
        Instant until = end == null ? null : end.until;
        if (until != null && !until.isAfter(Instant.now())) {
            throw misused("--until: " + until + " is in the past");
        }
        return new Operation.Hold(until);
    }
}
