package io.docsagent.worker.cli.operation;

import io.docsagent.worker.cli.terminal.Times;
import io.docsagent.worker.contract.Operation;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Resolves commands whose outcome is unknown. */
@Command(name = "resolve", description = "Resolves a command whose outcome is unknown, or all of them.")
public final class ResolveCommand extends OperationCommand {

    @Mixin
    private ProjectOption project;

    @ArgGroup(multiplicity = "1")
    private Which which;

    /** Which commands. */
    private static final class Which {

        @Option(names = "--command-id", order = OperationCommand.OWN, paramLabel = "ID", description = "This command.")
        private @Nullable String commandId;

        @Option(
                names = "--all-unknown",
                order = OperationCommand.OWN,
                description = "All commands of the project whose outcome is unknown; only with --as not_taken.")
        private boolean all;
    }

    /** What the service did. */
    private enum As {
        TAKEN,
        NOT_TAKEN
    }

    @Option(
            names = "--as",
            order = OperationCommand.OWN,
            required = true,
            paramLabel = "HOW",
            description = "taken: it became the job of --job; not_taken: it ends as rejected, or is sent again.")
    private As as;

    @Option(
            names = "--job",
            order = OperationCommand.OWN,
            paramLabel = "ID",
            description = "taken: the job that it became or was sent to.")
    private @Nullable String job;

    @Option(names = "--repeat", order = OperationCommand.OWN, description = "not_taken: sends it again.")
    private boolean repeat;

    @Option(
            names = "--ended-before",
            order = OperationCommand.OWN,
            paramLabel = "TIME",
            converter = Times.class,
            description = "--all-unknown: only those that ended before, such as 2026-11-27T18:00:00Z.")
    private @Nullable Instant endedBefore;

    @Option(
            names = "--publisher",
            order = OperationCommand.OWN,
            paramLabel = "NAME",
            description = "--all-unknown: only those of this publisher.")
    private @Nullable String publisher;

    @Override
    String project() {
        return project.id();
    }

    @Override
    Operation.Action action() {
        if ((as == As.TAKEN) != (job != null)) {
            throw misused("Give --job with --as taken, and only then.");
        }
        if (repeat && as == As.TAKEN) {
            throw misused("--repeat: only with --as not_taken");
        }
        if (which.all) {
            if (as == As.TAKEN) {
                throw misused("--all-unknown: only with --as not_taken");
            }
            return new Operation.ResolveMany(repeat, endedBefore, publisher);
        }
        if (endedBefore != null || publisher != null) {
            throw misused("--ended-before and --publisher: only with --all-unknown");
        }
        String commandId = Objects.requireNonNull(which.commandId);
        return job != null
                ? new Operation.ResolveTaken(commandId, job)
                : new Operation.ResolveNotTaken(commandId, repeat);
    }
}
