package io.docsagent.worker.domain.state;

import org.jspecify.annotations.Nullable;

/** Durable state of one kind, read by key; decisions never write to it but say what is to be written. */
@FunctionalInterface
public interface Table<V> {

    @Nullable
    V get(String key);
}
