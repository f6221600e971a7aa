package io.docsagent.worker.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.docsagent.worker.cli.ask.AskCommand;
import io.docsagent.worker.cli.dlt.DeadLettersCommand;
import io.docsagent.worker.cli.operation.CancelCommand;
import io.docsagent.worker.cli.operation.HoldCommand;
import io.docsagent.worker.cli.operation.ProbeCommand;
import io.docsagent.worker.cli.operation.PromoteCommand;
import io.docsagent.worker.cli.operation.ReleaseCommand;
import io.docsagent.worker.cli.operation.ResolveCommand;
import io.docsagent.worker.cli.operation.ResumeCommand;
import io.docsagent.worker.cli.state.ProjectsCommand;
import io.docsagent.worker.cli.state.StatusCommand;
import io.docsagent.worker.cli.state.UsageCommand;
import io.docsagent.worker.cli.terminal.ExitStatus;
import io.docsagent.worker.cli.terminal.Terminal;
import io.docsagent.worker.client.ClientException;
import io.docsagent.worker.wire.Printable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.slf4j.LoggerFactory;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The tools for publishers and operators. */
@Command(
        name = "docs-agent-worker",
        description = "Starts the worker, or runs one of these tools.",
        mixinStandardHelpOptions = true,
        versionProvider = CommandLineTools.Version.class,
        subcommands = {
            AskCommand.class,
            DeadLettersCommand.class,
            HoldCommand.class,
            ResumeCommand.class,
            PromoteCommand.class,
            ReleaseCommand.class,
            CancelCommand.class,
            ResolveCommand.class,
            ProbeCommand.class,
            StatusCommand.class,
            ProjectsCommand.class,
            UsageCommand.class,
            GenerateCompletion.class,
            HelpCommand.class
        })
public final class CommandLineTools implements Runnable, Terminal {

    /** By hand: a worker that starts does not wait for what the tools need. */
    private static final Set<String> OPTIONS = Set.of("--help", "-h", "--version", "-V");

    private final Map<String, String> environment;
    private final InputStream input;

    @Spec
    private CommandSpec spec;

    private CommandLineTools(Map<String, String> environment, InputStream input) {
        this.environment = environment;
        this.input = input;
    }

    /** Whether there are not only settings of the worker: a misspelt tool must not start a worker. */
    public static boolean areMeant(String... args) {
        return Arrays.stream(args).anyMatch(arg -> !arg.startsWith("-") || OPTIONS.contains(arg));
    }

    /** @return the exit status */
    public static int run(String... args) {
        LoggerContext logging = (LoggerContext) LoggerFactory.getILoggerFactory();
        logging.getLogger("ROOT").setLevel(Level.OFF);
        CommandLine tools = with(System.getenv(), System.in).setOut(standardOutput());
        if (Arrays.stream(args).anyMatch(arg -> arg.indexOf('\uFFFD') >= 0)) {
            tools.getErr()
                    .println("An argument contains U+FFFD, which stands for characters that could not be read: set"
                            + " LC_ALL=C.UTF-8 if this process's locale does not have them, and make sure that the"
                            + " text is UTF-8. A prompt can be given with --prompt-file or on standard input.");
            return CommandLine.ExitCode.USAGE;
        }
        int status = tools.execute(args);
        if (!tools.getOut().checkError()) {
            return status;
        }
        tools.getErr().println("The output could not be written.");
        return status == ExitStatus.DONE ? ExitStatus.FAILED : status;
    }

    /** It knows whether something could not be written; the writer around Java's own stream does not. */
    private static PrintWriter standardOutput() {
        Charset charset = Charset.forName(System.getProperty("stdout.encoding", "UTF-8"));
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), charset), true);
    }

    /** The tools, with these environment variables and this standard input. */
    static CommandLine with(Map<String, String> environment, InputStream input) {
        return new CommandLine(new CommandLineTools(environment, input))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(CommandLineTools::misused)
                .setExecutionExceptionHandler(CommandLineTools::failed);
    }

    /** The message quotes arguments, which may be the name of somebody's branch. */
    private static int misused(ParameterException misuse, String[] args) {
        CommandLine tool = misuse.getCommandLine();
        tool.getErr().println(Printable.of(String.valueOf(misuse.getMessage())));
        if (misuse instanceof UnmatchedArgumentException
                && !tool.getSubcommands().isEmpty()) {
            tool.getErr()
                    .println("Commands: "
                            + String.join(", ", tool.getSubcommands().keySet()));
        } else {
            UnmatchedArgumentException.printSuggestions(misuse, tool.getErr());
        }
        tool.getErr().println("Try " + nameOf(tool.getCommandSpec()) + "--help");
        return tool.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String nameOf(CommandSpec tool) {
        return tool.parent() == null ? "" : nameOf(tool.parent()) + tool.name() + " ";
    }

    /** What Kafka's client or the broker refuses is told without a stack trace. */
    private static int failed(Exception failure, CommandLine tool, ParseResult parsed) throws Exception {
        if (failure instanceof ClientException || failure instanceof KafkaException) {
            Throwable cause =
                    failure instanceof KafkaException && failure.getCause() != null ? failure.getCause() : failure;
            tool.getErr()
                    .println(
                            failure instanceof ClientException
                                    ? Printable.of(String.valueOf(failure.getMessage()))
                                    : "Kafka reports: " + Printable.of(String.valueOf(cause.getMessage()))
                                            + ". Is Kafka running? Check --bootstrap-servers, --config and the"
                                            + " Kafka user's rights.");
            return ExitStatus.FAILED;
        }
        throw failure;
    }

    @Override
    public InputStream input() {
        return input;
    }

    @Override
    public PrintWriter out() {
        return spec.commandLine().getOut();
    }

    @Override
    public PrintWriter err() {
        return spec.commandLine().getErr();
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A command is missing.");
    }

    /** That of the jar. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = CommandLineTools.class.getPackage().getImplementationVersion();
            return new String[] {"docs-agent-worker " + (version == null ? "(not from a jar)" : version)};
        }
    }
}
