package io.docsagent.worker.cli.state;

import io.docsagent.worker.cli.kafka.CommandTopic;
import io.docsagent.worker.cli.kafka.KafkaAccess;
import io.docsagent.worker.cli.terminal.Terminal;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.wire.Printable;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What the commands have in common that only show what the records of commands say. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:success",
            "1:any other failure, such as an unknown command, no response from Kafka or the worker, or a missing right",
            "2:invalid options"
        })
abstract class RecordsCommand implements Callable<Integer> {

    @ParentCommand
    private Terminal tools;

    @Spec
    CommandSpec spec;

    @Option(names = "--json", description = "Prints one line of JSON instead of columns.")
    private boolean json;

    @Mixin
    private KafkaAccess kafka;

    final CommandTopic topic() {
        return new CommandTopic(kafka.settings(tools.environment()));
    }

    final PrintWriter out() {
        return tools.out();
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
