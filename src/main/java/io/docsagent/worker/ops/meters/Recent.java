package io.docsagent.worker.ops.meters;

import java.util.LinkedHashMap;
import java.util.Map;

/** The latest entries, up to a number; beyond it the oldest is dropped, which costs one measurement. */
final class Recent<V> extends LinkedHashMap<String, V> {

    /** Less than 20 MB of heap. */
    private static final int MOST = 50_000;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > MOST;
    }
}
