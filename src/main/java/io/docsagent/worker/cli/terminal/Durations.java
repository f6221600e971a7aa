package io.docsagent.worker.cli.terminal;

import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** As {@code 90s}, {@code 30m}, {@code 2h} or {@code 1d}. */
public final class Durations implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String value) {
        String text = value.toLowerCase(Locale.ROOT);
        if (!text.matches("[1-9]\\d{0,4}[smhd]")) {
            throw new TypeConversionException(
                    "'" + value + "' is not a valid duration: give a number of at most 5 digits with s, m, h or d,"
                            + " such as 30m");
        }
        long number = Long.parseLong(text.substring(0, text.length() - 1));
        return switch (text.charAt(text.length() - 1)) {
            case 's' -> Duration.ofSeconds(number);
            case 'm' -> Duration.ofMinutes(number);
            case 'h' -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }
}
