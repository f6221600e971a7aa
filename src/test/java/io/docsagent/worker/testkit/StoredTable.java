package io.docsagent.worker.testkit;

import io.docsagent.worker.domain.state.Table;
import io.docsagent.worker.wire.Format;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that, as the engine's do, keeps bytes: what cannot be written and read back is found. Each value is
 * read back once, when it is written, for most of a history's time would go into reading the same bytes again.
 */
final class StoredTable<V> implements Table<V> {

    private final Format<V> format;
    private final Map<String, byte[]> written = new HashMap<>();
    private final Map<String, V> readBack = new TreeMap<>();
    private long bytesRead;

    StoredTable(Class<V> type) {
        this(Format.of(type));
    }

    private StoredTable(Format<V> format) {
        this.format = format;
    }

    @Override
    public @Nullable V get(String key) {
        byte[] bytes = written.get(key);
        bytesRead += bytes == null ? 0 : bytes.length;
        return readBack.get(key);
    }

    /** Of all records that were got so far. */
    long bytesRead() {
        return bytesRead;
    }

    void write(Map<String, Optional<V>> changes) {
        changes.forEach((key, value) -> value.ifPresentOrElse(some -> put(key, format.write(some)), () -> remove(key)));
    }

    private void put(String key, byte[] bytes) {
        written.put(key, bytes);
        readBack.put(key, format.read(bytes));
    }

    private void remove(String key) {
        written.remove(key);
        readBack.remove(key);
    }

    void each(BiConsumer<String, V> visitor) {
        readBack.forEach(visitor);
    }

    int size() {
        return readBack.size();
    }

    /** It shares the values, which nobody may change. */
    StoredTable<V> copy() {
        StoredTable<V> copy = new StoredTable<>(format);
        copy.written.putAll(written);
        copy.readBack.putAll(readBack);
        return copy;
    }

    /** What the bytes say decides, so that a value that was changed behind the table's back is found. */
    boolean holdsTheSameAs(StoredTable<V> other) {
        return isAsWritten() && other.isAsWritten() && readBack.equals(other.readBack);
    }

    private boolean isAsWritten() {
        // Maps have no order, so equal values may differ in their bytes.
        return readBack.entrySet().stream()
                .allMatch(entry -> entry.getValue().equals(format.read(written.get(entry.getKey()))));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        each((key, value) -> text.append('\n').append(key).append(" = ").append(value));
        return text.toString();
    }
}
