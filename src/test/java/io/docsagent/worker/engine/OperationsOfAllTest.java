package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.clock.RecordedAlarms;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.topics.RecordSizes;
import io.docsagent.worker.topics.StoreNames;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What concerns all projects of a partition is one fact, which wakes those for which it changes something. */
@Order(2)
class OperationsOfAllTest {

    private static final int MANY = 10_000;

    private static final String HOLD =
            "{\"operation\":\"hold\",\"operationId\":\"op-1\",\"by\":\"alice\",\"all\":true}";
    private static final String RESUME =
            "{\"operation\":\"resume\",\"operationId\":\"op-2\",\"by\":\"alice\",\"all\":true}";
    private static final String PROBE =
            "{\"operation\":\"probe\",\"operationId\":\"op-3\",\"by\":\"alice\",\"all\":true}";

    @Test
    void is_answered_once_by_an_event_that_names_no_project() {
        try (Driven engine = new Driven()) {
            engine.operate(HOLD);
            engine.operate(HOLD);

            var event = engine.events();
            assertThat(event).hasSize(1);
            JsonNode done = JsonMappers.PUBLIC.readTree(event.getFirst().value());
            assertThat(event.getFirst().key()).isEqualTo(".");
            assertThat(done.get("type").asString()).isEqualTo("operation.done");
            assertThat(done.get("projectId").asString()).isEqualTo(".");
            assertThat(done.get("operationId").asString()).isEqualTo("op-1");
            engine.create("docs", "c1");
            assertThat(engine.requests()).isEmpty();
        }
    }

    @Test
    void a_hold_of_ten_thousand_projects_writes_one_fact_and_wakes_them() {
        // By default the heap says how much may wait, and for how many projects.
        Map<String, String> settings = Map.of(
                "docs-agent.quota.capacity", "1",
                "docs-agent.queue.max-bytes-per-partition", "100MB",
                "docs-agent.queue.max-projects-per-partition", Integer.toString(MANY));
        try (Driven engine = new Driven(settings)) {
            for (int i = 0; i < MANY; i++) {
                engine.create("p" + i, "c1");
                engine.create("p" + i, "c2");
            }
            engine.requests();
            engine.events();
            engine.changelog(StoreNames.PROJECTS);
            engine.alarms.set.clear();

            engine.operate(HOLD);

            assertThat(engine.changelog(StoreNames.PROJECTS)).isEmpty();
            assertThat(engine.changelog(StoreNames.INSTALLATION)).hasSize(3);
            assertThat(engine.events())
                    .singleElement()
                    .satisfies(event -> assertThat(JsonMappers.PUBLIC
                                    .readTree(event.value())
                                    .get("affected")
                                    .asInt())
                            .isEqualTo(MANY));
            assertThat(engine.alarms.set).hasSize(MANY).containsEntry("p0", Instant.EPOCH);
        }
    }

    @Test
    void a_resume_wakes_what_waits_and_nothing_else() {
        try (Driven engine = new Driven()) {
            engine.operate(HOLD);
            engine.create("docs", "c1");
            engine.input(new Input.CallAnswered("docs", "none", new Answer.Rejected(400, "no")));
            engine.operate("{\"operation\":\"hold\",\"operationId\":\"op-4\",\"by\":\"alice\",\"projectId\":\"idle\"}");
            engine.alarms.set.clear();

            engine.operate(RESUME);

            assertThat(engine.alarms.set).containsOnlyKeys("docs");
            engine.input(new Input.WokeUp("docs", Input.WokeUp.Cause.TIME));
            assertThat(engine.requests()).hasSize(1);
        }
    }

    @Test
    void a_probe_of_all_wakes_those_that_answers_hold_each_of_which_sends_one_call() {
        try (Driven engine = new Driven()) {
            engine.create("docs", "c1");
            engine.create("docs", "c2");
            engine.create("flowing", "c1");
            for (GatewayRequest call : engine.requests()) {
                if (call.projectId().equals("docs")) {
                    engine.answer(call, new Answer.Unauthorized(401, "no"));
                }
            }
            engine.alarms.set.clear();

            engine.operate(PROBE);

            assertThat(engine.alarms.set).containsOnlyKeys("docs");
            engine.input(new Input.WokeUp("docs", Input.WokeUp.Cause.TIME));
            engine.input(new Input.WokeUp("docs", Input.WokeUp.Cause.TIME));
            assertThat(engine.requests()).hasSize(1);
        }
    }

    @Test
    void a_new_owner_knows_what_was_asked() {
        try (Driven first = new Driven()) {
            first.operate(HOLD);
            var context = RestoreTest.restored(first);
            var dependencies = Driven.dependencies(new RecordedAlarms(), new RecordedWatch());
            new EngineProcessor(dependencies).init(context);

            assertThat(dependencies.projects().holdOfAll(Driven.START, null))
                    .satisfies(hold -> assertThat(hold).isNotNull());
        }
    }

    @Test
    void an_input_that_cannot_be_carried_out_is_set_aside_and_makes_no_project() {
        try (Driven engine = new Driven()) {
            var promote = new Operation("op", "alice", null, Operation.ALL_PROJECTS, new Operation.Promote("c1"));
            engine.input(new Input.OperationSpread(promote, Driven.START, 1));

            assertThat(engine.deadLetters()).hasSize(1);
            assertThat(engine.changelog(StoreNames.PROJECTS)).isEmpty();
        }
    }

    @Test
    void what_is_stored_and_written_has_room_with_everything_at_its_longest() {
        try (Driven engine = new Driven()) {
            String text = "\\u0001".repeat(128);
            for (int i = 0; i < 120; i++) {
                // Longest without control characters.
                String id = "\uD83D\uDE42".repeat(120) + "%08d".formatted(i);
                engine.operate(
                        "{\"operation\":\"hold\",\"operationId\":\"%s\",\"by\":\"%s\",\"reason\":\"%s\",\"all\":true}"
                                .formatted(id, text, "\\u0001".repeat(512)));
            }
            RecordSizes sizes =
                    new RecordSizes(Driven.settings(Map.of()), new Policies(Driven.settings(Map.of())).all());
            long most = sizes.stores().getOrDefault(StoreNames.INSTALLATION, 0L);

            assertThat(engine.events()).hasSize(120);
            assertThat(engine.changelog(StoreNames.INSTALLATION))
                    .allSatisfy(
                            record -> assertThat((long) record.value().length).isLessThan(most));
            Input spread = new Input.OperationSpread(hold("\uD83D\uDE42".repeat(128)), Driven.START, Long.MAX_VALUE);
            assertThat(Format.of(Input.class).write(spread).length).isLessThan((int) sizes.input());
        }
    }

    private static Operation hold(String operationId) {
        return new Operation(operationId, "alice", null, Operation.ALL_PROJECTS, new Operation.Hold(null));
    }
}
