package io.docsagent.worker.simulation;

import io.docsagent.worker.wire.Format;
import org.jspecify.annotations.Nullable;

/**
 * A release of the worker, by the format of what it writes.
 *
 * <p>The next one reads what this one writes. It has the same classes: only the number before the JSON is another.
 */
enum Release {
    THIS,
    NEXT;

    private static final byte BY_THIS = '4';
    private static final byte BY_NEXT = '5';

    byte @Nullable [] writes(byte @Nullable [] bytes) {
        return this == NEXT ? replaced(bytes, BY_THIS, BY_NEXT) : bytes;
    }

    byte @Nullable [] reads(byte @Nullable [] bytes) {
        return this == NEXT ? replaced(bytes, BY_NEXT, BY_THIS) : bytes;
    }

    private static byte @Nullable [] replaced(byte @Nullable [] bytes, byte from, byte to) {
        if (bytes == null || bytes.length == 0 || bytes[0] != from) {
            return bytes;
        }
        byte[] replaced = bytes.clone();
        replaced[0] = to;
        return replaced;
    }

    /** How this release writes and reads a type of state. */
    <T> Stored<T> stored(Format<T> format) {
        return new Stored<>(this, format);
    }

    /** A type of state in the format of a release. */
    record Stored<T>(Release release, Format<T> format) {

        byte[] write(T value) {
            byte[] written = release.writes(format.write(value));
            return written == null ? new byte[0] : written;
        }

        /** @throws Format.UnknownFormatException where a later release wrote it */
        T read(byte[] bytes) {
            return format.read(release.reads(bytes));
        }
    }
}
