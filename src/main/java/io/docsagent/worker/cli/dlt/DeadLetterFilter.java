package io.docsagent.worker.cli.dlt;

import io.docsagent.worker.cli.terminal.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which dead letters are meant. */
final class DeadLetterFilter {

    @Option(names = "--reason", paramLabel = "TEXT", description = "Only dead letters whose reason contains this text.")
    private @Nullable String reason;

    @Option(
            names = "--older-than",
            paramLabel = "1h",
            converter = Durations.class,
            description = "Only dead letters that are at least this old.")
    private @Nullable Duration olderThan;

    @Option(
            names = "--newer-than",
            paramLabel = "1d",
            converter = Durations.class,
            description = "Only dead letters that are at most this old.")
    private @Nullable Duration newerThan;

    @Option(
            names = "--offsets",
            paramLabel = "P:FROM[-TO]",
            converter = Offsets.Converter.class,
            description = "Only dead letters at these offsets of this partition; may be repeated.")
    private List<Offsets> offsets = new ArrayList<>();

    private final Instant now = Instant.now();

    boolean includes(DeadLetter letter) {
        return (reason == null || letter.reason().contains(reason))
                && (olderThan == null || !letter.at().isAfter(now.minus(olderThan)))
                && (newerThan == null || !letter.at().isBefore(now.minus(newerThan)))
                && (offsets.isEmpty() || offsets.stream().anyMatch(range -> range.include(letter)));
    }

    /** Offsets of one partition, the last included. */
    record Offsets(int partition, long from, long to) {

        boolean include(DeadLetter letter) {
            long offset = letter.record().offset();
            return letter.record().partition() == partition && offset >= from && offset <= to;
        }

        /** Of {@code 3:17} or {@code 3:17-20}. */
        static final class Converter implements ITypeConverter<Offsets> {

            @Override
            public Offsets convert(String value) {
                if (!value.matches("\\d{1,6}:\\d{1,18}(-\\d{1,18})?")) {
                    throw new TypeConversionException(
                            "'" + value + "' is not a range of offsets: give PARTITION:FROM-TO, such as 3:17-20");
                }
                String[] parts = value.split("[:-]", -1);
                long from = Long.parseLong(parts[1]);
                return new Offsets(
                        Integer.parseInt(parts[0]), from, parts.length == 2 ? from : Long.parseLong(parts[2]));
            }
        }
    }
}
