package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.state.Table;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a decision would write, read through before the durable state; dropped whole if the decision fails. */
final class Draft<V> implements Table<V> {

    private final Table<V> saved;
    private final Map<String, Optional<V>> changes = new LinkedHashMap<>();

    /** A decision reads the same key more than once, and each read of the store decodes JSON. */
    private final Map<String, Optional<V>> read = new HashMap<>();

    Draft(Table<V> saved) {
        this.saved = saved;
    }

    @Override
    public @Nullable V get(String key) {
        Optional<V> change = changes.get(key);
        return change != null ? change.orElse(null) : saved(key);
    }

    /** As it was before the decision. */
    @Nullable
    V saved(String key) {
        return read.computeIfAbsent(key, absent -> Optional.ofNullable(saved.get(absent)))
                .orElse(null);
    }

    /** What is saved under the key is known without a read. */
    void known(String key, V value) {
        if (!changes.containsKey(key)) {
            read.putIfAbsent(key, Optional.of(value));
        }
    }

    V require(String key) {
        V value = get(key);
        if (value == null) {
            throw new IllegalStateException("No state under " + key);
        }
        return value;
    }

    void put(String key, V value) {
        changes.put(key, Optional.of(value));
    }

    void delete(String key) {
        changes.put(key, Optional.empty());
    }

    /** Empty where the key is to be deleted. */
    Map<String, Optional<V>> changes() {
        return changes;
    }
}
