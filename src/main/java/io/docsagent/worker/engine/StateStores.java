package io.docsagent.worker.engine;

import io.docsagent.worker.domain.state.Installation;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.topics.RecordSizes;
import io.docsagent.worker.topics.StoreNames;
import io.docsagent.worker.wire.Format;
import java.util.HashMap;
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

    /** Entries are short-lived: without this a restore would read a week of garbage. */
    private static final Map<String, String> CHANGELOG = Map.of(
            TopicConfig.SEGMENT_MS_CONFIG, "600000",
            TopicConfig.DELETE_RETENTION_MS_CONFIG, "600000",
            TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.1");

    private StateStores() {}

    /** @param sizes the largest record of each, by its name */
    static List<StoreBuilder<?>> builders(Map<String, Long> sizes) {
        return List.of(
                store(StoreNames.PROJECTS, Format.of(Project.class), sizes),
                store(StoreNames.QUEUE, Format.of(QueuedCommand.class), sizes),
                store(StoreNames.JOBS, Format.of(Job.class), sizes),
                store(StoreNames.SEEN, Format.of(Remembered.class), sizes),
                store(StoreNames.INSTALLATION, Format.of(Installation.class), sizes),
                // Written once for each commit instead of once for each command.
                store(StoreNames.POSITIONS, Format.of(ReadPositions.ReadUpTo.class), sizes)
                        .withCachingEnabled());
    }

    private static <V> StoreBuilder<KeyValueStore<String, V>> store(
            String name, Format<V> format, Map<String, Long> sizes) {
        Map<String, String> changelog = new HashMap<>(CHANGELOG);
        long need = sizes.getOrDefault(name, 0L);
        changelog.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Long.toString(RecordSizes.madeFor(need)));
        return Stores.keyValueStoreBuilder(ConcurrentStore.named(name), Serdes.String(), serde(format))
                .withCachingDisabled()
                .withLoggingEnabled(changelog);
    }

    private static <V> Serde<V> serde(Format<V> format) {
        return Serdes.serdeFrom(
                (topic, value) -> value == null ? null : format.write(value),
                (topic, bytes) -> bytes == null ? null : format.read(bytes));
    }
}
