package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.ingress.document.ContractSchema;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.ingress.document.RefusedException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** What our own classes write, against the published schemas. */
class PublishedMessagesTest {

    private static final Instant NOW = Instant.parse("2026-11-21T09:00:00.123Z");

    @ParameterizedTest
    @EnumSource
    void an_event_of_each_type_fits_the_schema(StatusEvent.Type type) throws RefusedException {
        requireFit("status-event.schema.json", event(type, Map.of("team", "platform")));
    }

    @Test
    void what_is_not_there_is_left_out_but_for_the_nulls_of_the_contract() {
        JsonNode json = JsonMappers.PUBLIC.valueToTree(event(StatusEvent.Type.JOB_ACTIVE, Map.of()));

        assertThat(json.propertyNames())
                .containsExactlyInAnyOrder(
                        "type",
                        "eventId",
                        "time",
                        "projectId",
                        "commandId",
                        "jobId",
                        "status",
                        "prLink",
                        "source",
                        "archivedAt",
                        "sequence",
                        "publisher",
                        "continueKey",
                        "continued");
        assertThat(json.get("prLink").isNull()).isTrue();
        assertThat(json.get("archivedAt").isNull()).isTrue();
        assertThat(json.get("time").stringValue()).isEqualTo("2026-11-21T09:00:00.123Z");
    }

    @Test
    void a_command_fits_the_schema_and_is_read_back_as_it_was() throws RefusedException {
        Command command = new Command(
                Command.Type.MESSAGE,
                "docs-site",
                "Go on.",
                "job-1",
                null,
                "c-1",
                Command.Priority.LOW,
                NOW,
                Map.of("team", "platform"));
        requireFit("command.schema.json", command);

        Reading reading = Readers.of(1024).read(Records.plain(JsonMappers.PUBLIC.writeValueAsString(command)));

        assertThat(reading)
                .isInstanceOfSatisfying(
                        Reading.Accepted.class,
                        accepted -> assertThat(accepted.arrived().command()).isEqualTo(command));
    }

    @ParameterizedTest
    @EnumSource
    void a_record_of_a_command_in_each_state_fits_the_schema(CommandState state) throws RefusedException {
        requireFit("command-record.schema.json", record(state, true));
        requireFit("command-record.schema.json", record(state, false));
    }

    /** @param full with everything that a record may have, or with as little as it may */
    private static CommandRecord record(CommandState state, boolean full) {
        return new CommandRecord(
                "docs-site",
                "c-1",
                state,
                Command.Type.MESSAGE,
                full ? "default" : null,
                full ? Command.Priority.LOW : null,
                full ? NOW : null,
                full ? NOW : null,
                full ? NOW : null,
                full ? new StatusEvent.QueuePlace(3, null, "quota") : null,
                full ? 0 : null,
                full || state == CommandState.ACCEPTED ? "job-1" : null,
                full ? "active" : null,
                full ? "https://example.com/pull/1" : null,
                full ? PullRequestState.MERGED : null,
                full ? new StatusEvent.Reason("refused", "no", 400) : null,
                full ? "c-2" : null,
                full ? Map.of("team", "platform") : Map.of(),
                full ? "docs" : null,
                full ? true : null,
                NOW,
                full ? "3-1207-0" : null);
    }

    private static void requireFit(String file, Object message) throws RefusedException {
        ContractSchema schema = ContractSchema.named(file);
        JsonNode written = JsonMappers.PUBLIC.readTree(JsonMappers.PUBLIC.writeValueAsString(message));
        schema.require(written, "", schema.names());
    }

    private static StatusEvent event(StatusEvent.Type type, Map<String, String> metadata) {
        return new StatusEvent(
                type,
                "3-1207-0",
                NOW,
                "docs-site",
                isOfCommand(type) ? "c-1" : null,
                type.state() == CommandState.ACCEPTED ? job(type) : null,
                reason(type),
                type == StatusEvent.Type.COMMAND_QUEUED ? new StatusEvent.QueuePlace(3, null, "quota") : null,
                type == StatusEvent.Type.COMMAND_DUPLICATE || type == StatusEvent.Type.COMMAND_DOUBLED
                        ? new StatusEvent.Original("c-1", CommandState.ACCEPTED, null, "job-1", "completed", null)
                        : null,
                type == StatusEvent.Type.COMMAND_SUPERSEDED ? new StatusEvent.Superseded(null) : null,
                type.value().startsWith("operation.") ? operation(type) : null,
                isOfCommand(type) && !metadata.isEmpty() ? new Command.Request("https://example.com/ci", "42") : null,
                type == StatusEvent.Type.PROJECT_HELD && !metadata.isEmpty() ? NOW : null,
                isOfCommand(type) ? "default" : null,
                isOfCommand(type) ? "docs" : null,
                isOfCommand(type) ? true : null,
                metadata,
                null);
    }

    private static boolean isOfCommand(StatusEvent.Type type) {
        return !type.value().startsWith("project.") && !type.value().startsWith("operation.");
    }

    private static StatusEvent.OperationAnswer operation(StatusEvent.Type type) {
        return new StatusEvent.OperationAnswer(
                "resolve",
                "op-1",
                "alice",
                type == StatusEvent.Type.OPERATION_DONE ? 42 : null,
                type == StatusEvent.Type.OPERATION_DONE ? 7 : null);
    }

    private static StatusEvent.JobState job(StatusEvent.Type type) {
        String status = switch (type) {
            case JOB_COMPLETED -> "completed";
            case JOB_FAILED -> "failed";
            case JOB_ARCHIVED -> "archived";
            default -> "active";
        };
        return new StatusEvent.JobState(
                "job-1",
                status,
                null,
                null,
                new JobSnapshot.Source("https://example.com/docs", null),
                null,
                null,
                null,
                1);
    }

    private static StatusEvent.@Nullable Reason reason(StatusEvent.Type type) {
        String code = switch (type) {
            case COMMAND_REJECTED -> "refused";
            case COMMAND_EXPIRED -> "expired";
            case COMMAND_UNKNOWN -> "timeout";
            case COMMAND_CANCELLED -> "cancelled";
            case COMMAND_DOUBLED -> "doubled";
            case PROJECT_HELD -> "unauthorized";
            case OPERATION_REFUSED -> "not_held";
            case JOB_LOST -> "not_found";
            case JOB_STALLED -> "no_end";
            default -> null;
        };
        return code == null ? null : new StatusEvent.Reason(code, "as the service said", 400);
    }
}
