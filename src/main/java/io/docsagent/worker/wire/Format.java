package io.docsagent.worker.wire;

import io.docsagent.worker.contract.JsonMappers;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/**
 * How internal records and state are written: the version of the format as one digit, then strict JSON.
 *
 * <p>Only the version that is written is read: no release wrote another. From the first release on, a version is read one
 * release before it is written, so that a rolling upgrade, and the way back, find nothing that they cannot read. The
 * components of stored records are part of it: one that is added then must be optional.
 */
public final class Format<T> {

    /** The version that is written. */
    static final byte WRITTEN = '4';

    private final Class<T> type;
    private final ObjectReader reader;
    private final ObjectWriter writer;

    private Format(Class<T> type) {
        this.type = type;
        this.reader = JsonMappers.INTERNAL.readerFor(type);
        this.writer = JsonMappers.INTERNAL.writerFor(type);
    }

    public static <T> Format<T> of(Class<T> type) {
        return new Format<>(type);
    }

    public byte[] write(T value) {
        byte[] json = writer.writeValueAsBytes(value);
        byte[] bytes = new byte[json.length + 1];
        bytes[0] = WRITTEN;
        System.arraycopy(json, 0, bytes, 1, json.length);
        return bytes;
    }

    /**
     * @throws UnknownFormatException where the bytes are of a version that this release does not know
     * @throws MalformedRecordException where they are of no version, or do not fit the one that they name
     */
    public T read(byte @Nullable [] bytes) {
        byte version = bytes == null || bytes.length == 0 ? 0 : bytes[0];
        if (version >= '0' && version <= '9' && version != WRITTEN) {
            throw new UnknownFormatException(type, (char) version);
        }
        if (bytes == null || version < '0' || version > '9') {
            throw new MalformedRecordException(type, "it does not begin with the number of a format", null);
        }
        try {
            T value = reader.readValue(bytes, 1, bytes.length - 1);
            if (value != null) {
                return value;
            }
        } catch (JacksonException e) {
            throw new MalformedRecordException(type, "its content is not of format " + (char) version, e);
        }
        throw new MalformedRecordException(type, "its content is null", null);
    }

    /** An internal record or state that this release must not touch. */
    public static final class UnknownFormatException extends RuntimeException {

        UnknownFormatException(Class<?> type, char found) {
            super("Cannot read a " + type.getSimpleName() + ": this release reads format " + (char) WRITTEN + ", found "
                    + found
                    + (found < WRITTEN
                            ? ". A build from before the first release wrote it: stop all instances, and delete the"
                                    + " topics that only the worker reads, as the changelog says under \"Upgrading\"."
                            : ". A newer release wrote it: run that release, or one after it."));
        }
    }

    /** An internal record or state that no release wrote, or that was damaged. */
    public static final class MalformedRecordException extends RuntimeException {

        MalformedRecordException(Class<?> type, String why, @Nullable Throwable cause) {
            super("Cannot read a " + type.getSimpleName() + ": " + why + ".", cause);
        }
    }
}
