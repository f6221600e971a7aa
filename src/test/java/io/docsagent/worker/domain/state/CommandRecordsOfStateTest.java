package io.docsagent.worker.domain.state;

import static io.docsagent.worker.testkit.ProjectWorld.START;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.message.Command.Type;
import io.docsagent.worker.message.CommandRecord;
import io.docsagent.worker.message.CommandState;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.StatusEvent;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Said;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a record says where little is stored of its command. */
class CommandRecordsOfStateTest {

    private static final Instant LATER = START.plusSeconds(60);

    private static CommandRecord of(boolean create, DedupEntry.State state) {
        var entry = new DedupEntry("h", create, null, state, List.of(), null, null);
        var job = new Job(
                Said.job("j1", "completed", "https://pr"),
                Job.Origin.NONE,
                List.of(),
                1,
                1,
                START,
                new Job.Ended(LATER));
        return requireNonNull(CommandRecords.of("acme", "c1", null, entry, id -> id.equals("j1") ? job : null));
    }

    @Test
    void an_entry_of_an_earlier_build_says_how_its_command_ended() {
        CommandRecord accepted = of(true, new DedupEntry.Accepted("j1", LATER));

        assertThat(accepted.state()).isEqualTo(CommandState.ACCEPTED);
        assertThat(accepted.type()).isEqualTo(Type.CREATE);
        assertThat(accepted.jobId()).isEqualTo("j1");
        assertThat(accepted.status()).isEqualTo("completed");
        assertThat(accepted.prLink()).isEqualTo("https://pr");
        assertThat(accepted.arrivedAt()).isNull();
    }

    @Test
    void the_job_of_an_accepted_command_may_be_forgotten_before_it() {
        CommandRecord accepted = of(false, new DedupEntry.Accepted("j2", LATER));

        assertThat(accepted.type()).isEqualTo(Type.MESSAGE);
        assertThat(accepted.jobId()).isEqualTo("j2");
        assertThat(accepted.status()).isNull();
        assertThat(accepted.prLink()).isNull();
    }

    @Test
    void each_end_without_a_job_has_its_state() {
        assertThat(of(true, new DedupEntry.Rejected(LATER)).state()).isEqualTo(CommandState.REJECTED);
        assertThat(of(true, new DedupEntry.Expired(LATER)).state()).isEqualTo(CommandState.EXPIRED);
        assertThat(of(true, new DedupEntry.Cancelled(LATER)).state()).isEqualTo(CommandState.CANCELLED);
        assertThat(of(true, new DedupEntry.Superseded(new Identity("c2"), "c2", LATER))
                        .state())
                .isEqualTo(CommandState.SUPERSEDED);
        assertThat(of(false, new DedupEntry.Unknown("c1", "j1", Map.of(), null, LATER, "default"))
                        .jobId())
                .isEqualTo("j1");
    }

    @Test
    void nothing_is_known_of_a_command_that_is_not_stored() {
        assertThat(CommandRecords.of("acme", "c1", null, null, id -> null)).isNull();
    }

    @Test
    void the_last_record_of_one_that_was_superseded_and_is_not_remembered_names_its_successor() {
        var event = new StatusEvent(
                StatusEvent.Type.COMMAND_SUPERSEDED,
                "3-1-0",
                START,
                "acme",
                "c1",
                null,
                null,
                null,
                null,
                new StatusEvent.Superseded("c2"),
                null,
                "default",
                null,
                null);

        CommandRecord record = CommandRecords.ofEnd("acme", Asked.create("c1").command(), null, event);

        assertThat(record.state()).isEqualTo(CommandState.SUPERSEDED);
        assertThat(record.supersededBy()).isEqualTo("c2");
        assertThat(record.arrivedAt()).isEqualTo(START);
    }

    @ParameterizedTest
    @EnumSource
    void a_command_ends_by_its_own_ends_and_its_jobs_events_and_by_no_other(StatusEvent.Type type) {
        var event = new StatusEvent(
                type, "3-1-0", START, "acme", "c1", null, null, null, null, null, null, null, null, null);

        CommandState state = CommandRecords.stateAfter(event);

        if (type.value().startsWith("job.")) {
            assertThat(state).isEqualTo(CommandState.ACCEPTED);
        } else if (type.value().matches("command\\.(rejected|expired|unknown|cancelled|superseded)")) {
            assertThat(requireNonNull(state).name())
                    .isEqualToIgnoringCase(type.value().substring("command.".length()));
        } else {
            assertThat(state).isNull();
        }
    }
}
