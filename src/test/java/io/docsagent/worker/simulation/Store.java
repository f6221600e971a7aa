package io.docsagent.worker.simulation;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A store in memory that keeps bytes, as Kafka Streams does, and writes each change to its changelog. */
final class Store<V> implements KeyValueStore<String, V> {

    private final String name;
    private final Release.Stored<V> format;
    private final TreeMap<String, byte[]> values;
    private final Work work;
    private final BiConsumer<String, byte @Nullable []> changelog;

    /** @param restored the committed content of the changelog */
    Store(
            String name,
            Release.Stored<V> format,
            Map<String, byte[]> restored,
            Work work,
            BiConsumer<String, byte @Nullable []> changelog) {
        this.name = name;
        this.format = format;
        this.values = new TreeMap<>(restored);
        this.work = work;
        this.changelog = changelog;
    }

    @Override
    public void put(String key, @Nullable V value) {
        work.operation();
        byte[] bytes = value == null ? null : format.write(value);
        if (bytes == null) {
            values.remove(key);
        } else {
            values.put(key, bytes);
        }
        changelog.accept(key, bytes);
    }

    @Override
    public @Nullable V get(String key) {
        work.operation();
        byte[] bytes = values.get(key);
        return bytes == null ? null : format.read(bytes);
    }

    @Override
    public KeyValueIterator<String, V> range(String from, @Nullable String to) {
        NavigableMap<String, byte[]> rest = values.tailMap(from, true);
        return new Entries<>(format, work, to == null ? rest : rest.headMap(to, true));
    }

    @Override
    public KeyValueIterator<String, V> all() {
        return new Entries<>(format, work, values);
    }

    @Override
    public long approximateNumEntries() {
        return values.size();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {}

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public @Nullable V putIfAbsent(String key, V value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void putAll(List<KeyValue<String, V>> entries) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable V delete(String key) {
        throw new UnsupportedOperationException();
    }

    private static final class Entries<V> implements KeyValueIterator<String, V> {

        private final Release.Stored<V> format;
        private final Work work;
        private NavigableMap<String, byte[]> rest;

        Entries(Release.Stored<V> format, Work work, NavigableMap<String, byte[]> rest) {
            this.format = format;
            this.work = work;
            this.rest = rest;
        }

        @Override
        public boolean hasNext() {
            return !rest.isEmpty();
        }

        @Override
        public KeyValue<String, V> next() {
            work.operation();
            Map.Entry<String, byte[]> next = rest.firstEntry();
            rest = rest.tailMap(next.getKey(), false);
            return KeyValue.pair(next.getKey(), format.read(next.getValue()));
        }

        @Override
        public String peekNextKey() {
            return rest.firstKey();
        }

        @Override
        public void close() {}
    }
}
