package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.quota.Quota;
import io.docsagent.worker.domain.state.BulkTask;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.ingress.OperationReader;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.topics.RecordSizes;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** What the longest operations lead to is within the bounds that the topics are checked for. */
class LargestOperationsTest {

    private static final WorkerProperties SETTINGS = Driven.settings(Map.of());
    private static final RecordSizes SIZES = new RecordSizes(SETTINGS, new Policies(SETTINGS).all());
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    /** Longest in JSON. */
    private static final String NAME = "\u0001".repeat(128);

    /** Longest without control characters. */
    private static final String COMMAND_ID = "\uD83D\uDE00".repeat(128);

    private static final String ID = "p".repeat(128);

    /** One for each slice of the longest queue, and for each answer of a call in flight; see {@code BulkTasks}. */
    private static final int MOST_TASKS = 28;

    private static final Identity FOLLOWED = Identity.ofCommandId(COMMAND_ID);

    @Test
    void what_is_stored_of_a_project() {
        Operation many = read("cancel", Map.of("coalesceKey", NAME));
        List<BulkTask> bulkTasks =
                new ArrayList<>(Collections.nCopies(MOST_TASKS, new BulkTask.Followers(FOLLOWED.key(), FOLLOWED, ID)));
        bulkTasks.add(new BulkTask.Cancel(many, Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE));
        var project = new Project(
                ID,
                new Project.Applied(Long.MAX_VALUE, NOW),
                new Project.Counts(Long.MAX_VALUE, 1, 1, 1, 1, 1, 1, 1, Long.MAX_VALUE),
                Quota.UNUSED,
                Map.of(),
                Hold.NONE,
                null,
                new OperatorHold(many.by(), many.reason(), NOW, NOW),
                bulkTasks,
                Long.MAX_VALUE,
                List.of(NAME, NAME),
                NOW + " " + Long.MAX_VALUE,
                Map.of(),
                Map.of());

        assertThat(Format.of(Project.class).write(project).length).isLessThan((int) RecordSizes.FIXED);
    }

    @Test
    void what_is_stored_of_a_job_that_is_to_be_proved() {
        Operation taken = read("resolve", Map.of("commandId", COMMAND_ID, "as", "taken", "jobId", ID));

        assertThat(Format.of(Job.class).write(Job.proposed(ID, taken, NOW, NOW)).length)
                .isLessThan((int) RecordSizes.FIXED);
    }

    @Test
    void inputs_and_answers() {
        Operation operation =
                read("hold", Map.of("until", NOW.plusSeconds(3_600).toString()));
        byte[] input = Format.of(Input.class)
                .write(new Input.OperationRequested(
                        operation, new Input.Published(ID, 1, Long.MAX_VALUE, Integer.MAX_VALUE)));
        assertThat(input.length).isLessThan((int) RecordSizes.FIXED);
        try (Driven driven = new Driven()) {
            driven.input(new Input.OperationRequested(operation, null));

            assertThat(driven.events())
                    .hasSize(2)
                    .allSatisfy(event -> assertThat(event.value().length).isLessThan((int) SIZES.event()));
        }
    }

    private static Operation read(String name, Map<String, String> more) {
        Map<String, String> json = new HashMap<>(more);
        json.putAll(Map.of(
                "operation",
                name,
                "operationId",
                COMMAND_ID,
                "by",
                NAME,
                "reason",
                "\u0001".repeat(512),
                "projectId",
                ID));
        var record = new ConsumerRecord<byte[], byte[]>(
                "operations", 0, 0, null, JsonMappers.PUBLIC.writeValueAsBytes(json));
        Reading reading = new OperationReader(Driven.MAX_BYTES).read(record);
        assertThat(List.of(reading)).hasOnlyElementsOfType(Reading.Requested.class);
        return Objects.requireNonNull(((Reading.Requested) reading).requested().operation());
    }
}
