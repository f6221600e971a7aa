package io.docsagent.worker.cli.dlt;

import io.docsagent.worker.cli.kafka.KafkaAccess;
import io.docsagent.worker.cli.kafka.PublisherAccess;
import io.docsagent.worker.cli.terminal.ExitStatus;
import io.docsagent.worker.cli.terminal.Terminal;
import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.wire.Printable;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Shows dead letters, and sends them again. */
@Command(name = "dlt", mixinStandardHelpOptions = true, description = "Lists dead letters and sends them again.")
public final class DeadLettersCommand implements Runnable {

    @ParentCommand
    private Terminal tools;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A command is missing: list or redrive.");
    }

    /** Which topic it is. */
    static final class Topics {

        @Mixin
        private PublisherAccess kafka;

        @Option(
                names = "--dlt",
                paramLabel = "NAME",
                description = "The dead-letter topic; default: $$DOCS_AGENT_TOPICS_REQUESTS_DLT, else"
                        + " docs-agent.requests-dlt.")
        private @Nullable String dlt;

        ClientSettings settings(Map<String, String> environment) {
            return kafka.settings(environment);
        }

        String name(Map<String, String> environment) {
            return dlt != null ? dlt : KafkaAccess.topicOf(environment, "requests-dlt");
        }
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Counts dead letters by reason, with the times of the first and the last.")
    int list(
            @Mixin Topics topics,
            @Mixin DeadLetterFilter filter,
            @Option(names = "--each", description = "Also lists each one, with its partition and offset.") boolean each,
            @Option(names = "--values", description = "Also prints each value, which contains the prompt.")
                    boolean values) {
        PrintWriter out = tools.out();
        Map<String, Group> groups = new TreeMap<>();
        return reading(topics, null, topic -> {
            topic.each(record -> {
                DeadLetter letter = DeadLetter.of(record);
                if (letter != null && filter.includes(letter)) {
                    if (each || values) {
                        out.println(line(letter));
                    }
                    if (values) {
                        out.println(text(record));
                    }
                    groups.merge(letter.reason(), Group.of(letter), Group::and);
                }
                return true;
            });
            String name = Printable.of(topics.name(tools.environment()));
            out.println((groups.isEmpty() ? "No dead letters on " : "Dead letters on ") + name);
            if (!groups.isEmpty()) {
                out.printf("%7s  %-24s  %-24s  %s%n", "count", "first", "last", "reason");
            }
            groups.forEach((reason, group) -> out.printf(
                    Locale.ROOT,
                    "%7d  %-24s  %-24s  %s%n",
                    group.count(),
                    group.oldest(),
                    group.newest(),
                    Printable.of(reason)));
            out.flush();
        });
    }

    /** Those with one reason. */
    private record Group(long count, Instant oldest, Instant newest) {

        static Group of(DeadLetter letter) {
            return new Group(1, letter.at(), letter.at());
        }

        Group and(Group other) {
            return new Group(
                    count + other.count,
                    oldest.isBefore(other.oldest) ? oldest : other.oldest,
                    newest.isAfter(other.newest) ? newest : other.newest);
        }
    }

    @Command(
            name = "redrive",
            mixinStandardHelpOptions = true,
            description = {
                "Sends dead letters back to their topics. A record sent twice is still one command. Skips records that"
                        + " have come back three times, and records of topics not known as a publisher's."
            })
    int redrive(
            @Mixin Topics topics,
            @Mixin DeadLetterFilter filter,
            @Option(names = "--dry-run", description = "Only shows what would be sent.") boolean dryRun,
            @Option(
                            names = "--max",
                            paramLabel = "N",
                            description = "Maximum number of records; default: ${DEFAULT-VALUE}.",
                            defaultValue = "1000")
                    int max,
            @Option(
                            names = "--publisher-topic",
                            paramLabel = "NAME",
                            description = "Another topic of a publisher; may be repeated. Always known:"
                                    + " $$DOCS_AGENT_TOPICS_REQUESTS and $$DOCS_AGENT_PUBLISHERS_<NAME>_TOPIC.")
                    @Nullable
                    Set<String> others,
            @Option(
                            names = "--from",
                            paramLabel = "NAME",
                            description = "Sends this topic's records to --topic, as commands of its publisher;"
                                    + " may be repeated.")
                    @Nullable
                    Set<String> from,
            @Option(
                            names = "--resume",
                            paramLabel = "GROUP",
                            description =
                                    "Continues where the last run with this consumer group stopped, even if it was"
                                            + " killed."
                                            + " Records skipped by filters are also marked as processed.")
                    @Nullable
                    String group) {
        if (max < 1) {
            throw misused("--max: give a number of at least 1, not " + max);
        }
        if (from != null && topics.kafka.topic() == null) {
            throw misused("--from: name the topic to send to with --topic");
        }
        Map<String, String> environment = tools.environment();
        Set<String> publishers = KafkaAccess.publishersTopics(environment);
        publishers.addAll(others == null ? Set.of() : others);
        Redriving redriving = new Redriving(
                KafkaAccess.topicOf(environment, "inputs"),
                publishers,
                KafkaAccess.topicOf(environment, "requests"),
                topics.kafka.topic(),
                from == null ? Set.of() : from);
        PrintWriter out = tools.out();
        return reading(topics, group, topic -> {
            Redrive redrive = new Redrive(topic, filter, redriving, max, out);
            redrive.list();
            if (dryRun) {
                redrive.show();
            } else {
                redrive.send(topics.settings(environment));
            }
        });
    }

    /** Of the command below this one. */
    private ParameterException misused(String message) {
        return new ParameterException(
                spec.commandLine().getParseResult().subcommand().commandSpec().commandLine(), message);
    }

    /** What is done with the topic while it is open. */
    private interface Work {

        void with(DeadLetterTopic topic);
    }

    private int reading(Topics topics, @Nullable String group, Work work) {
        PrintWriter err = tools.err();
        Map<String, String> environment = tools.environment();
        try (DeadLetterTopic topic =
                new DeadLetterTopic(topics.settings(environment), topics.name(environment), group)) {
            work.with(topic);
            return ExitStatus.DONE;
        } catch (DeadLetterTopic.NoSuchTopicException e) {
            err.println(Printable.of(String.valueOf(e.getMessage())));
            return ExitStatus.FAILED;
        }
    }

    static String line(DeadLetter letter) {
        return Printable.of(letter.record().partition() + ":" + letter.record().offset() + "  " + letter.at() + "  "
                + letter.topic() + " " + letter.partition() + ":" + letter.offset() + "  " + letter.reason());
    }

    private static String text(ConsumerRecord<byte[], byte[]> record) {
        return record.value() == null ? "(no value)" : Printable.of(new String(record.value(), StandardCharsets.UTF_8));
    }
}
