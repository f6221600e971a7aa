package io.docsagent.worker.message;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.node.ObjectNode;

/**
 * How internal records and state are written: the version of the format as one digit, then strict JSON.
 *
 * <p>Format 2 is written, and format 1 still read. From the first release on, a version is read one release before it is
 * written, so that a rolling upgrade, and the way back, find nothing that they cannot read.
 */
public final class Format<T> {

    /** The version that is written. */
    static final byte WRITTEN = '2';

    private static final byte BEFORE = '1';

    private final Class<T> type;
    private final Consumer<ObjectNode> upgrade;
    private final ObjectReader reader;
    private final ObjectWriter writer;

    private Format(Class<T> type, Consumer<ObjectNode> upgrade) {
        this.type = type;
        this.upgrade = upgrade;
        this.reader = JsonMappers.INTERNAL.readerFor(type);
        this.writer = JsonMappers.INTERNAL.writerFor(type);
    }

    /** A type that has the same form in both versions, or only more optional fields in the later one. */
    public static <T> Format<T> of(Class<T> type) {
        return new Format<>(type, json -> {});
    }

    /** @param upgrade gives JSON of format 1 the form of format 2 */
    public static <T> Format<T> of(Class<T> type, Consumer<ObjectNode> upgrade) {
        return new Format<>(type, upgrade);
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
     * @throws MalformedRecordException where they are of no version, or do not fit the one that they name
     */
    public T read(byte @Nullable [] bytes) {
        byte version = bytes == null || bytes.length == 0 ? 0 : bytes[0];
        if (version >= '0' && version <= '9' && version != WRITTEN && version != BEFORE) {
            throw new UnknownFormatException(type, (char) version);
        }
        if (bytes == null || version < '0' || version > '9') {
            throw new MalformedRecordException(type, "it does not begin with the number of a format", null);
        }
        try {
            T value = version == BEFORE ? upgraded(bytes) : reader.readValue(bytes, 1, bytes.length - 1);
            if (value != null) {
                return value;
            }
        } catch (JacksonException | ClassCastException e) {
            throw new MalformedRecordException(type, "its content is not of format " + (char) version, e);
        }
        throw new MalformedRecordException(type, "its content is null", null);
    }

    private T upgraded(byte[] bytes) {
        ObjectNode json = (ObjectNode) JsonMappers.INTERNAL.readTree(bytes, 1, bytes.length - 1);
        upgrade.accept(json);
        return reader.readValue(json);
    }

    /** An internal record or state that this release must not touch. */
    public static final class UnknownFormatException extends RuntimeException {

        UnknownFormatException(Class<?> type, char found) {
            super("Cannot read a " + type.getSimpleName() + ": this release reads the formats 1 and 2, found " + found
                    + ". A newer release wrote it: run that release, or one after it.");
        }
    }

    /** An internal record or state that no release wrote, or that was damaged. */
    public static final class MalformedRecordException extends RuntimeException {

        MalformedRecordException(Class<?> type, String why, @Nullable Throwable cause) {
            super("Cannot read a " + type.getSimpleName() + ": " + why + ".", cause);
        }
    }
}
