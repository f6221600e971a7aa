package io.docsagent.worker.cli.operation;

import io.docsagent.worker.cli.kafka.CommandTopic;
import io.docsagent.worker.cli.kafka.KafkaAccess;
import io.docsagent.worker.cli.operation.OperationAnswers.Event;
import io.docsagent.worker.cli.terminal.Durations;
import io.docsagent.worker.cli.terminal.ExitStatus;
import io.docsagent.worker.cli.terminal.OperationSentences;
import io.docsagent.worker.cli.terminal.ProgressLine;
import io.docsagent.worker.cli.terminal.Terminal;
import io.docsagent.worker.client.ClientException;
import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.wire.Printable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What the commands of operators have in common: they publish one operation and say what it did. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:success",
            "1:any other failure, such as no response from Kafka or a missing right",
            "2:invalid options",
            "5:refused, or with --dry-run would be refused; the message says why",
            "7:no answer within --timeout; the operation may still be carried out"
        })
abstract class OperationCommand implements Callable<Integer> {

    /** The order of the options of one operation: in the help they come before those of all. */
    static final int OWN = -2;

    /** The options of the fields that may not fit the contract. */
    private static final Map<String, String> OPTIONS = Map.of(
            "operationId", "--operation-id",
            "by", "--by",
            "reason", "--reason",
            "projectId", "--project",
            "commandId", "--command-id",
            "publisher", "--publisher",
            "coalesceKey", "--coalesce-key",
            "continueKey", "--continue-key",
            "jobId", "--job");

    @ParentCommand
    private Terminal tools;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "Reason, for other operators; at most 512 characters.")
    private @Nullable String reason;

    @Option(names = "--by", paramLabel = "NAME", description = "Who requests this; default: the system user.")
    private @Nullable String by;

    @Option(
            names = "--operation-id",
            paramLabel = "ID",
            description =
                    "Unique ID; the operation is carried out and answered only once, however often it is published;"
                            + " default: a random one.")
    private @Nullable String operationId;

    @Option(
            names = "--timeout",
            paramLabel = "1m",
            converter = Durations.class,
            defaultValue = "1m",
            description = "How long to wait for the answer; default: ${DEFAULT-VALUE}.")
    private Duration timeout;

    @Option(
            names = "--dry-run",
            description = "Publishes nothing; says what would be affected, based on command records.")
    private boolean dryRun;

    @Option(names = "--json", description = "Prints the event that answers the operation instead of a sentence.")
    private boolean json;

    @Mixin
    private KafkaAccess kafka;

    /** The project, or {@link Operation#ALL_PROJECTS}. */
    abstract String project();

    /** @throws ParameterException where options contradict each other */
    abstract Operation.Action action();

    final ParameterException misused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    @Override
    public final Integer call() {
        Operation operation;
        byte[] value;
        try {
            operation = operation();
            value = PublishedOperation.of(operation);
        } catch (ClientException e) {
            String field = String.valueOf(e.field());
            throw misused(OPTIONS.getOrDefault(field, field) + ": " + e.getMessage());
        }
        ClientSettings settings = kafka.settings(tools.environment());
        return dryRun ? show(operation, settings) : publish(operation, value, settings);
    }

    private int show(Operation operation, ClientSettings settings) {
        DryRun run = DryRun.of(
                operation, new CommandTopic(settings).read(operation.projectId(), DryRun.wanted(operation), false));
        String text = json
                ? Printable.json(JsonMappers.PUBLIC.writeValueAsString(run))
                : Printable.of(run.sentence(operation));
        tools.out().println(text);
        return run.refused() ? ExitStatus.REFUSED : ExitStatus.DONE;
    }

    private int publish(Operation operation, byte[] value, ClientSettings settings) {
        try (OperationAnswers answers =
                new OperationAnswers(settings, KafkaAccess.topicOf(tools.environment(), "operations"))) {
            Event answer = ask(answers, operation, value);
            return answer == null ? unanswered(operation) : report(operation, answer);
        } catch (OperationAnswers.MayBePublishedException e) {
            tools.err().println(Printable.of(String.valueOf(e.getMessage())));
            return ExitStatus.FAILED;
        }
    }

    private @Nullable Event ask(OperationAnswers answers, Operation operation, byte[] value) {
        ProgressLine progress = ProgressLine.on(tools.err());
        try {
            return answers.ask(operation, value, timeout, slices(operation, progress));
        } finally {
            progress.end();
        }
    }

    private Operation operation() {
        return new Operation(
                operationId != null ? operationId : UUID.randomUUID().toString(),
                by != null ? by : System.getProperty("user.name", ""),
                reason,
                project(),
                action());
    }

    /** Each command that is cancelled or rejected on the way has an event before the answer. */
    private static Consumer<List<Event>> slices(Operation operation, ProgressLine progress) {
        String type = switch (operation.action()) {
            case Operation.CancelMany many -> "command.cancelled";
            case Operation.ResolveMany many -> many.repeat() ? null : "command.rejected";
            default -> null;
        };
        long[] ended = new long[1];
        return events -> {
            ended[0] += events.stream()
                    .filter(event -> event.text("type").equals(type))
                    .count();
            if (ended[0] > 0) {
                progress.show(OperationSentences.commands(ended[0]) + " so far");
            }
        };
    }

    private int unanswered(Operation operation) {
        tools.err()
                .println(Printable.of("No answer to operation " + operation.operationId() + " within "
                        + timeout.toSeconds() + " s. It has been published and may still be carried out: check that a"
                        + " running worker reads the operations topic, or repeat it with --operation-id "
                        + operation.operationId()
                        + ". An operation that was answered before gets no second answer."));
        return ExitStatus.STILL_WAITING;
    }

    private int report(Operation operation, Event answer) {
        PrintWriter out = tools.out();
        if (json) {
            out.println(Printable.json(answer.json()));
        }
        if (!answer.isDone()) {
            String code = answer.fields().path("reason").path("code").asString("");
            String message = answer.fields().path("reason").path("message").asString("");
            tools.err().println(Printable.of(OperationSentences.refused(operation, code, message)));
            return ExitStatus.REFUSED;
        }
        if (!json) {
            out.println(Printable.of(OperationSentences.done(
                    operation,
                    answer.fields().path("affected").asInt(0),
                    answer.fields().path("skipped").asInt(0))));
        }
        return ExitStatus.DONE;
    }
}
