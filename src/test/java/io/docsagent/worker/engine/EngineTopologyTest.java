package io.docsagent.worker.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.Format.UnknownFormatException;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.Json;
import io.docsagent.worker.message.Order;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.Test;

class EngineTopologyTest {

    @Test
    void a_command_becomes_a_call_and_its_answer_an_event_with_cloud_event_headers() {
        try (Driven engine = new Driven()) {
            engine.create("docs", "c1");
            Order call = engine.orders().getFirst();
            engine.answer(call, Driven.accepted("job-1"));

            var event = engine.events().getFirst();
            var json = Json.PUBLIC.readTree(event.value());
            assertThat(event.key()).isEqualTo("docs");
            assertThat(json.get("type").asString()).isEqualTo("job.active");
            assertThat(json.get("prLink").isNull()).isTrue();
            assertThat(json.get("archivedAt").isNull()).isTrue();
            assertThat(header(event.headers(), "ce_type")).isEqualTo("io.docsagent.job.active.v1");
            assertThat(header(event.headers(), "ce_id"))
                    .isEqualTo(json.get("eventId").asString());
            assertThat(header(event.headers(), "ce_subject")).isEqualTo("job-1");
            assertThat(header(event.headers(), "ce_time"))
                    .isEqualTo(json.get("time").asString());
            assertThat(engine.watch.watched).containsKey("docs/job-1");
        }
    }

    @Test
    void an_alarm_is_set_for_the_time_to_ask_what_became_of_a_call() {
        try (Driven engine = new Driven()) {
            engine.create("docs", "c1");

            // notAfter 30 s, response timeout 30 s, and 5 s for the outcome to arrive.
            assertThat(engine.alarms.set).containsEntry("docs", Driven.START.plusSeconds(65));
        }
    }

    @Test
    void a_wake_up_that_came_early_does_not_follow_itself_at_once() {
        try (Driven engine = new Driven()) {
            engine.create("docs", "c1");
            engine.input(new Input.WokeUp("docs", Input.WokeUp.Cause.TIME));

            assertThat(engine.alarms.lastAtLeast).isPositive();
        }
    }

    @Test
    void a_record_that_makes_the_rules_fail_is_set_aside_and_holds_only_its_project() {
        try (Driven engine = new Driven()) {
            engine.create("docs", "c1");
            Order call = engine.orders().getFirst();
            engine.answer(call, new Answer.Accepted(201, null));
            engine.create("docs", "c2");
            engine.create("other", "c1");

            assertThat(engine.deadLetters()).singleElement().satisfies(letter -> {
                assertThat(letter.key()).isEqualTo("docs");
                assertThat(header(letter.headers(), "kafka_dlt-original-topic")).isEqualTo("inputs");
                assertThat(header(letter.headers(), "kafka_dlt-exception-message"))
                        .contains("internal error");
            });
            assertThat(engine.events())
                    .extracting(event -> Json.PUBLIC
                            .readTree(event.value())
                            .at("/reason/code")
                            .asString())
                    .contains("internal_error");
            assertThat(engine.orders()).extracting(Order::projectId).containsExactly("other");

            // Nothing else changed: the call is open still, and its real answer counts.
            engine.answer(call, Driven.accepted("job-1"));
            assertThat(engine.watch.watched).containsKey("docs/job-1");
        }
    }

    @Test
    void a_record_of_an_unknown_format_stops_the_task_rather_than_being_skipped() {
        try (Driven engine = new Driven()) {
            assertThatThrownBy(() -> engine.rawInput("docs", "2{}".getBytes(UTF_8)))
                    .hasRootCauseInstanceOf(UnknownFormatException.class);
        }
    }

    private static String header(Headers headers, String name) {
        return new String(headers.lastHeader(name).value(), UTF_8);
    }
}
