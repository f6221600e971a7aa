package io.docsagent.worker.message;

import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/**
 * How internal records and state are written: the version of the format as one digit, then strict JSON.
 *
 * <p>A version is read one release before it is written, so that a rolling upgrade, and the way back, find nothing that
 * they cannot read.
 */
public final class Format<T> {

    /** The version that is written. */
    static final byte WRITTEN = '1';

    private final Class<T> type;
    private final ObjectReader reader;
    private final ObjectWriter writer;

    private Format(Class<T> type) {
        this.type = type;
        this.reader = Json.INTERNAL.readerFor(type);
        this.writer = Json.INTERNAL.writerFor(type);
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
     * Reads what this or the release before wrote.
     *
     * @throws UnknownFormatException where the bytes are of a version that this release does not know
     */
    public T read(byte[] bytes) {
        if (bytes.length == 0 || bytes[0] != WRITTEN) {
            throw new UnknownFormatException(type, bytes.length == 0 ? "nothing" : Character.toString(bytes[0]));
        }
        try {
            T value = reader.readValue(bytes, 1, bytes.length - 1);
            if (value == null) {
                throw new UnknownFormatException(type, "version 1 with null");
            }
            return value;
        } catch (tools.jackson.core.JacksonException e) {
            throw new UnknownFormatException(type, "version 1 with a content that does not fit", e);
        }
    }

    /** An internal record or state that this release must not touch. */
    public static final class UnknownFormatException extends RuntimeException {
        UnknownFormatException(Class<?> type, String found) {
            super("Cannot read a " + type.getSimpleName() + ": expected format 1, found " + found
                    + ". A newer release wrote it: run that release, or one after it.");
        }

        UnknownFormatException(Class<?> type, String found, Throwable cause) {
            this(type, found);
            initCause(cause);
        }
    }
}
