package io.docsagent.worker.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.wire.Input;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** From a publisher's or an operator's record that is none to its dead letter and its answer. */
class MalformedRecordsTest {

    private static final String MISSPELT =
            "{\"type\":\"create\",\"projectId\":\"docs\",\"commandId\":\"c1\",\"promt\":\"secret\"}";

    @Test
    void a_dead_letter_and_its_answer_give_the_same_reason_and_not_its_content() {
        try (Driven engine = new Driven()) {
            engine.publish(MISSPELT);

            var letter = engine.deadLetters().getFirst();
            JsonNode event = events(engine).getFirst();
            assertThat(event.path("type").asString()).isEqualTo("command.rejected");
            assertThat(event.path("commandId").asString()).isEqualTo("c1");
            assertThat(event.at("/reason/code").asString()).isEqualTo("malformed");
            assertThat(event.at("/reason/message").asString())
                    .isEqualTo(new String(
                            letter.headers()
                                    .lastHeader("kafka_dlt-exception-message")
                                    .value(),
                            UTF_8));
            assertThat(event.toString()).doesNotContain("promt", "secret");
        }
    }

    @Test
    void any_number_of_them_leaves_the_state_as_it_was() {
        try (Driven engine = new Driven(Map.of("docs-agent.queue.max-projects-per-partition", "1"))) {
            engine.publish("{\"type\":\"create\",\"projectId\":\"idle\",\"commandId\":\"c\",\"prompt\":\"p\","
                    + "\"expiresAt\":\"2020-01-01T00:00:00Z\"}");
            engine.events();
            engine.publish(MISSPELT);
            engine.publish(MISSPELT);

            assertThat(events(engine)).hasSize(2);
            assertThat(engine.dependencies.projects().get("docs")).isNull();
            assertThat(engine.dependencies.projects().get("idle")).isNotNull();
            assertThat(engine.alarms.set).containsOnlyKeys("idle");
        }
    }

    @Test
    void one_that_is_read_again_is_answered_once() {
        try (Driven engine = new Driven()) {
            var refused = new Input.CommandRefused(
                    "docs", "c1", null, "default", "/prompt: is missing", new Input.Published("topic", 0, 7, -1));
            engine.input(refused);
            engine.input(refused);

            assertThat(events(engine)).hasSize(1);
        }
    }

    @Test
    void operators_are_answered_for_a_project_and_for_all() {
        try (Driven engine = new Driven()) {
            engine.operate("{\"operation\":\"hold\",\"operationId\":\"o1\",\"projectId\":\"docs\"}");
            engine.operate("{\"operation\":\"hold\",\"operationId\":\"o2\",\"all\":true}");
            engine.operate("{\"operation\":\"hold\",\"operationId\":\"o3\",\"by\":\"alice\",\"all\":true}");
            engine.operate("{\"operation\":\"hold\",\"operationId\":\"o3\",\"all\":true}");

            assertThat(events(engine))
                    .extracting(event -> event.path("type").asString() + " "
                            + event.path("projectId").asString() + " "
                            + event.path("operationId").asString())
                    .containsExactly("operation.refused docs o1", "operation.refused . o2", "operation.done . o3");
            assertThat(engine.dependencies.projects().get("docs")).isNull();
        }
    }

    private static List<JsonNode> events(Driven engine) {
        return engine.events().stream()
                .map(event -> JsonMappers.PUBLIC.readTree(event.value()))
                .toList();
    }
}
