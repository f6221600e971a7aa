package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.engine.ReadPositions.ReadUpTo;
import io.docsagent.worker.topics.StoreNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.junit.jupiter.api.Test;

/** What other threads read of a store while its stream thread deletes. */
class ReadsWhileDeletingTest {

    private static final int DELETIONS = 300_000;
    private static final String FIRST = "docs/1";
    private static final String LAST = "docs/3";

    @Test
    void findEveryRecordThatStaysAndNoneWithoutItsValue() {
        try (TopologyTestDriver driver = new TopologyTestDriver(topology().build(), config())) {
            KeyValueStore<String, ReadUpTo> store = driver.getKeyValueStore(StoreNames.POSITIONS);
            store.put(FIRST, new ReadUpTo(1, 0));
            CompletableFuture<Void> deletes = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < DELETIONS; i++) {
                    store.put("docs/2", new ReadUpTo(i, 0));
                    store.put(LAST, new ReadUpTo(i, 0));
                    store.delete("docs/2");
                    store.delete(LAST);
                }
            });
            int reads = 0;
            while (!deletes.isDone()) {
                List<KeyValue<String, ReadUpTo>> found = new ArrayList<>();
                try (KeyValueIterator<String, ReadUpTo> entries = store.range("docs/", "docs0")) {
                    entries.forEachRemaining(found::add);
                }
                assertThat(found).allSatisfy(entry -> assertThat(entry.value).isNotNull());
                assertThat(found).first().isEqualTo(KeyValue.pair(FIRST, new ReadUpTo(1, 0)));
                assertThat(found).isSortedAccordingTo((a, b) -> a.key.compareTo(b.key));
                reads++;
            }
            deletes.join();
            assertThat(reads).isPositive();
        }
    }

    private static StreamsBuilder topology() {
        StreamsBuilder builder = new StreamsBuilder();
        StoreBuilder<?> positions = StateStores.builders(Map.of()).stream()
                .filter(store -> store.name().equals(StoreNames.POSITIONS))
                .findFirst()
                .orElseThrow();
        builder.addStateStore(positions.withCachingDisabled().withLoggingDisabled());
        builder.<String, String>stream("any").process(ReadsNothing::new, StoreNames.POSITIONS);
        return builder;
    }

    private static final class ReadsNothing implements Processor<String, String, Void, Void> {

        @Override
        public void process(Record<String, String> any) {
            // The store is used by the test.
        }
    }

    private static Properties config() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "reads");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return config;
    }
}
