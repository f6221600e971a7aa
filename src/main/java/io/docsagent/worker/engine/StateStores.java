package io.docsagent.worker.engine;

import io.docsagent.worker.domain.Job;
import io.docsagent.worker.domain.Project;
import io.docsagent.worker.domain.QueuedCommand;
import io.docsagent.worker.domain.Seen;
import io.docsagent.worker.message.Format;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** The engine's stores: in memory, each with a changelog from which a new owner restores it. */
public final class StateStores {

    public static final String PROJECTS = "projects";
    public static final String QUEUE = "queue";
    public static final String JOBS = "jobs";
    public static final String SEEN = "seen";

    /** Entries are short-lived: without this a restore would read a week of garbage. */
    private static final Map<String, String> CHANGELOG = Map.of(
            TopicConfig.SEGMENT_MS_CONFIG, "600000",
            TopicConfig.DELETE_RETENTION_MS_CONFIG, "600000",
            TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.1",
            TopicConfig.MAX_MESSAGE_BYTES_CONFIG, TopicSetup.MAX_MESSAGE_BYTES);

    private StateStores() {}

    static List<StoreBuilder<?>> builders() {
        return List.of(
                store(PROJECTS, Project.class),
                store(QUEUE, QueuedCommand.class),
                store(JOBS, Job.class),
                store(SEEN, Seen.class));
    }

    private static <V> StoreBuilder<KeyValueStore<String, V>> store(String name, Class<V> type) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), serde(type))
                .withCachingDisabled()
                .withLoggingEnabled(CHANGELOG);
    }

    private static <V> Serde<V> serde(Class<V> type) {
        Format<V> format = Format.of(type);
        return Serdes.serdeFrom(
                (topic, value) -> value == null ? null : format.write(value),
                (topic, bytes) -> bytes == null ? null : format.read(bytes));
    }
}
