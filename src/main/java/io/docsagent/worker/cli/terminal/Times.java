package io.docsagent.worker.cli.terminal;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** As RFC 3339 writes them, such as {@code 2026-11-27T18:00:00Z}. */
public final class Times implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String value) {
        try {
            return Instant.parse(value);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException(
                    "'" + value + "' is not a valid time: give one such as 2026-11-27T18:00:00Z");
        }
    }
}
