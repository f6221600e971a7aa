package io.docsagent.worker.testkit;

import io.docsagent.worker.domain.Table;
import io.docsagent.worker.message.Format;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A store in memory that, as the engine's do, keeps bytes: what cannot be written and read back is found. */
final class StoredTable<V> implements Table<V> {

    private final Class<V> type;
    private final Format<V> format;
    private final TreeMap<String, byte[]> values = new TreeMap<>();

    StoredTable(Class<V> type) {
        this.type = type;
        this.format = Format.of(type);
    }

    @Override
    public @Nullable V get(String key) {
        byte[] bytes = values.get(key);
        return bytes == null ? null : format.read(bytes);
    }

    void write(Map<String, Optional<V>> changes) {
        changes.forEach((key, value) ->
                value.ifPresentOrElse(some -> values.put(key, format.write(some)), () -> values.remove(key)));
    }

    void each(BiConsumer<String, V> visitor) {
        values.forEach((key, bytes) -> visitor.accept(key, format.read(bytes)));
    }

    int size() {
        return values.size();
    }

    StoredTable<V> copy() {
        StoredTable<V> copy = new StoredTable<>(type);
        copy.values.putAll(values);
        return copy;
    }

    boolean holdsTheSameAs(StoredTable<V> other) {
        if (!values.keySet().equals(other.values.keySet())) {
            return false;
        }
        // Maps have no order, so equal values may differ in their bytes.
        return values.keySet().stream().allMatch(key -> Objects.equals(get(key), other.get(key)));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        each((key, value) -> text.append('\n').append(key).append(" = ").append(value));
        return text.toString();
    }
}
