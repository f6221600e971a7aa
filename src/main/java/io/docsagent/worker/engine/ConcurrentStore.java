package io.docsagent.worker.engine;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that any thread may read while its stream thread writes.
 *
 * <p>Kafka's own (4.2.1) reads a {@code TreeMap} without its lock while it iterates: where a key is deleted meanwhile,
 * its iterator throws {@link java.util.NoSuchElementException}, gives a null value or misses a key; and it copies all
 * keys of the range first. Here an iterator gives what it has found, and reads no further than its caller.
 */
final class ConcurrentStore implements KeyValueStore<Bytes, byte[]> {

    private final String name;
    private final ConcurrentNavigableMap<Bytes, byte[]> entries = new ConcurrentSkipListMap<>();
    private volatile boolean open;

    private ConcurrentStore(String name) {
        this.name = name;
    }

    static KeyValueBytesStoreSupplier named(String name) {
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return new ConcurrentStore(name);
            }

            @Override
            public String metricsScope() {
                return "in-memory";
            }
        };
    }

    @Override
    public String name() {
        return name;
    }

    /** @param root the outermost store around this one, under which Kafka Streams restores it */
    @Override
    public void init(StateStoreContext context, StateStore root) {
        context.register(root, (key, value) -> put(Bytes.wrap(key), value));
        open = true;
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value) {
        if (value == null) {
            entries.remove(key);
        } else {
            entries.put(key, value);
        }
    }

    @Override
    public byte @Nullable [] putIfAbsent(Bytes key, byte[] value) {
        return entries.putIfAbsent(key, value);
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> more) {
        more.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public byte @Nullable [] delete(Bytes key) {
        return entries.remove(key);
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        return entries.get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        ConcurrentNavigableMap<Bytes, byte[]> rest = from == null ? entries : entries.tailMap(from, true);
        return new Entries(
                (to == null ? rest : rest.headMap(to, true)).entrySet().iterator());
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return range(null, null);
    }

    /** Counts them. */
    @Override
    public long approximateNumEntries() {
        return entries.size();
    }

    /** None: it tells how current a standby's store is, and there are no standbys. */
    @Override
    public Position getPosition() {
        return Position.emptyPosition();
    }

    @Override
    public void flush() {
        // Nothing is held back.
    }

    @Override
    public void close() {
        open = false;
        entries.clear();
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    /** The map's iterator takes an entry's value together with its key, so neither can go missing between the two calls. */
    private static final class Entries implements KeyValueIterator<Bytes, byte[]> {

        private final Iterator<Map.Entry<Bytes, byte[]>> found;
        private Map.@Nullable Entry<Bytes, byte[]> peeked;

        Entries(Iterator<Map.Entry<Bytes, byte[]>> found) {
            this.found = found;
        }

        @Override
        public boolean hasNext() {
            return peeked != null || found.hasNext();
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            Map.Entry<Bytes, byte[]> entry = peek();
            peeked = null;
            return KeyValue.pair(entry.getKey(), entry.getValue());
        }

        @Override
        public Bytes peekNextKey() {
            return peek().getKey();
        }

        private Map.Entry<Bytes, byte[]> peek() {
            if (peeked == null) {
                peeked = found.next();
            }
            return peeked;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
