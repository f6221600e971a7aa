package io.docsagent.worker.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AbsentTopicsTest {

    @Test
    void no_topic_is_absent_where_no_brokers_name_can_be_resolved() {
        try (AbsentTopics topics = new AbsentTopics(Map.of("bootstrap.servers", "nowhere.invalid:9092"))) {
            assertThat(topics.apply(Set.of("t"))).isEmpty();
            assertThat(topics.apply(Set.of("t"))).isEmpty();
        }
    }
}
