package io.docsagent.worker.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.state.Delayed;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.ContentHash;
import io.docsagent.worker.wire.Format.UnknownFormatException;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EngineTopologyTest {

    @Test
    void a_command_becomes_a_call_and_its_answer_an_event_with_cloud_event_headers() {
        try (Driven engine = new Driven()) {
            engine.create("docs", "c1");
            GatewayRequest call = engine.requests().getFirst();
            engine.answer(call, Driven.accepted("job-1"));

            var event = engine.events().getFirst();
            var json = JsonMappers.PUBLIC.readTree(event.value());
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
    void an_operation_is_answered_in_an_event_about_its_project() {
        try (Driven engine = new Driven()) {
            engine.operate("{\"operation\":\"hold\",\"operationId\":\"op-1\",\"by\":\"alice\",\"projectId\":\"docs\"}");
            engine.create("docs", "c1");

            var events = engine.events();
            var done = JsonMappers.PUBLIC.readTree(events.get(1).value());
            assertThat(done.get("type").asString()).isEqualTo("operation.done");
            assertThat(done.get("operation").asString()).isEqualTo("hold");
            assertThat(done.get("operationId").asString()).isEqualTo("op-1");
            assertThat(done.get("by").asString()).isEqualTo("alice");
            assertThat(done.get("affected").asInt()).isZero();
            assertThat(header(events.get(1).headers(), "ce_subject")).isEqualTo("docs");
            assertThat(engine.requests()).isEmpty();
        }
    }

    @Test
    void an_operators_record_that_is_read_again_is_skipped_whatever_it_says() {
        try (Driven engine = new Driven()) {
            var published = new Input.Published("id of the operations", 0, 7, -1);
            engine.input(new Input.OperationRequested(hold("op-1"), published));
            assertThat(engine.events()).hasSize(2);

            engine.input(new Input.OperationRequested(hold("op-2"), published));

            assertThat(engine.events()).isEmpty();
        }
    }

    private static Operation hold(String operationId) {
        return new Operation(operationId, "alice", null, "docs", new Operation.Hold(null));
    }

    @Test
    void no_header_of_an_event_holds_control_characters_from_outside() {
        try (Driven engine = new Driven()) {
            engine.create("docs", "c1");
            String id = "job\u0085\u202e\n1";
            engine.answer(engine.requests().getFirst(), Driven.accepted(id));

            var event = engine.events().getFirst();
            assertThat(header(event.headers(), "ce_subject")).isEqualTo("job\uFFFD\uFFFD\uFFFD1");
            assertThat(JsonMappers.PUBLIC.readTree(event.value()).get("jobId").asString())
                    .isEqualTo(id);
        }
    }

    @Test
    void what_waits_and_is_not_due_is_known_outside_for_as_long_as_it_is_owned() {
        LiveProjects live;
        try (Driven engine = new Driven()) {
            live = engine.dependencies.projects();
            Instant first = Driven.START.plusSeconds(60);
            Instant last = Driven.START.plusSeconds(3_600);
            engine.create("docs", "c1");
            assertThat(live.delayed("docs")).isNull();

            engine.publish(scheduled("c2", last));
            engine.publish(scheduled("c3", first));
            assertThat(live.delayed("docs")).isEqualTo(new Delayed(2, first, last));
            assertThat(live.delayed("site")).isNull();

            engine.publish("{\"type\":\"cancel\",\"projectId\":\"docs\",\"cancelCommandId\":\"c2\"}");
            assertThat(live.delayed("docs")).isEqualTo(new Delayed(1, first, first));
        }
        assertThat(live.delayed("docs")).isNull();
    }

    private static String scheduled(String commandId, Instant time) {
        return """
            {"type":"create","projectId":"docs","commandId":"%s","prompt":"p","notBefore":"%s","priority":"%s"}\
            """.formatted(commandId, time, commandId.equals("c2") ? "low" : "high");
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
            GatewayRequest call = engine.requests().getFirst();
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
                    .extracting(event -> JsonMappers.PUBLIC
                            .readTree(event.value())
                            .at("/reason/code")
                            .asString())
                    .contains("internal_error");
            assertThat(engine.requests()).extracting(GatewayRequest::projectId).containsExactly("other");

            // Nothing else changed: the call is open still, and its real answer counts.
            engine.answer(call, Driven.accepted("job-1"));
            assertThat(engine.watch.watched).containsKey("docs/job-1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"4{}", "4{\"input\":\"new\"}", "{}", "", "4null"})
    void a_record_that_cannot_be_read_is_set_aside_and_holds_only_its_project(String malformed) {
        try (Driven engine = new Driven()) {
            engine.create("docs", "c1");
            engine.requests();
            engine.rawInput("docs", malformed.getBytes(UTF_8));
            engine.create("docs", "c2");
            engine.create("other", "c1");

            assertThat(engine.deadLetters()).singleElement().satisfies(letter -> {
                assertThat(letter.key()).isEqualTo("docs");
                assertThat(letter.value()).isEqualTo(malformed.getBytes(UTF_8));
            });
            assertThat(engine.dependencies.projects().get("docs"))
                    .extracting(Project::hold)
                    .isInstanceOf(Hold.Held.class);
            assertThat(engine.requests()).extracting(GatewayRequest::projectId).containsExactly("other");
        }
    }

    @Test
    void a_malformed_record_of_a_project_that_is_not_known_is_only_set_aside() {
        try (Driven engine = new Driven()) {
            engine.rawInput("nobody", "4{}".getBytes(UTF_8));
            engine.rawInput(null, "4{}".getBytes(UTF_8));
            engine.rawInput("nobody", null);

            assertThat(engine.deadLetters()).hasSize(3);
            assertThat(engine.dependencies.projects().get("nobody")).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource({"3{}, A build from before the first release wrote it", "5{}, A newer release wrote it"})
    void a_record_of_another_format_stops_the_task_rather_than_being_skipped(String record, String why) {
        try (Driven engine = new Driven()) {
            assertThatThrownBy(() -> engine.rawInput("docs", record.getBytes(UTF_8)))
                    .rootCause()
                    .isInstanceOf(UnknownFormatException.class)
                    .hasMessageContaining(why);
        }
    }

    @Test
    void a_publishers_record_that_is_read_again_is_skipped() {
        try (Driven engine = new Driven()) {
            engine.input(arrived("c1", new Input.Published("topic", 0, 7, -1)));
            engine.input(arrived("c2", new Input.Published("topic", 0, 7, -1)));
            engine.input(arrived("c3", new Input.Published("topic", 0, 6, -1)));
            engine.input(arrived("c4", new Input.Published("topic", 1, 6, -1)));
            engine.input(arrived("c5", new Input.Published("topic made anew", 0, 0, -1)));
            engine.input(arrived("c6", new Input.Published("topic", 0, 8, -1)));

            assertThat(engine.requests())
                    .extracting(request -> ((GatewayRequest.Call) request).prompt())
                    .containsExactly("c1", "c4", "c5", "c6");
        }
    }

    @Test
    void what_is_published_after_brokers_lost_the_end_of_a_partition_is_no_record_that_is_read_again() {
        try (Driven engine = new Driven()) {
            engine.input(arrived("c1", new Input.Published("topic", 0, 7, 3)));
            engine.input(arrived("c2", new Input.Published("topic", 0, 5, 3)));
            engine.input(arrived("c3", new Input.Published("topic", 0, 5, 4)));
            engine.input(arrived("c4", new Input.Published("topic", 0, 5, 4)));
            engine.input(arrived("c5", new Input.Published("topic", 0, 6, 4)));

            assertThat(engine.requests())
                    .extracting(request -> ((GatewayRequest.Call) request).prompt())
                    .containsExactly("c1", "c3", "c5");
        }
    }

    @Test
    void the_least_recent_project_without_anything_to_do_makes_room_for_another() {
        try (Driven engine = new Driven(Map.of("docs-agent.queue.max-projects-per-partition", "2"))) {
            engine.publish("{\"type\":\"create\",\"projectId\":\"idle\",\"commandId\":\"c\",\"prompt\":\"p\","
                    + "\"expiresAt\":\"2020-01-01T00:00:00Z\"}");
            engine.create("busy", "c1");
            engine.create("new", "c1");

            assertThat(engine.dependencies.projects().get("idle")).isNull();
            assertThat(engine.alarms.set).containsOnlyKeys("busy", "new");
            assertThat(engine.requests()).extracting(GatewayRequest::projectId).containsExactly("busy", "new");

            engine.create("another", "c1");
            assertThat(engine.requests()).isEmpty();
            assertThat(engine.dependencies.projects().get("another")).isNull();
            assertThat(engine.events())
                    .extracting(event -> JsonMappers.PUBLIC
                            .readTree(event.value())
                            .at("/reason/code")
                            .asString())
                    .endsWith("queue_full");
        }
    }

    @Test
    void a_project_of_which_much_is_remembered_makes_room_in_slices() {
        try (Driven engine = new Driven(Map.of("docs-agent.queue.max-projects-per-partition", "1"))) {
            for (int i = 0; i < 1_200; i++) {
                engine.publish("{\"type\":\"create\",\"projectId\":\"idle\",\"commandId\":\"c" + i
                        + "\",\"prompt\":\"p\",\"expiresAt\":\"2020-01-01T00:00:00Z\"}");
            }
            engine.create("new", "c1");
            assertThat(engine.requests()).extracting(GatewayRequest::projectId).containsExactly("new");
            assertThat(Objects.requireNonNull(engine.dependencies.projects().get("idle"))
                            .counts()
                            .seen())
                    .isEqualTo(200);

            engine.create("new", "c2");
            assertThat(engine.dependencies.projects().get("idle")).isNull();
            assertThat(engine.alarms.set).containsOnlyKeys("new");
        }
    }

    private static Input arrived(String id, Input.Published place) {
        Command command =
                new Command(Command.Type.CREATE, "docs", id, null, null, id, Command.Priority.NORMAL, null, Map.of());
        return new Input.CommandArrived(command, Identity.ofCommandId(id), ContentHash.of(command), place);
    }

    private static String header(Headers headers, String name) {
        return new String(headers.lastHeader(name).value(), UTF_8);
    }
}
