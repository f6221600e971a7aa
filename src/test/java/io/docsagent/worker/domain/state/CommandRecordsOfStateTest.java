package io.docsagent.worker.domain.state;

import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.wire.Identity;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a record says of a command that has ended. */
class CommandRecordsOfStateTest {

    private static final Reason REASON = new Reason("timeout", "no answer", null);

    private static CommandRecord of(CommandOutcome outcome) {
        var origin = new Origin("c1", Map.of("a", "b"), null, null, "default", null, null);
        var terms = new Terms(Priority.HIGH, START, null, null, null);
        var ended = new EndedCommand("h", Command.Type.MESSAGE, null, origin, terms, Calls.NONE, outcome, null, null);
        return CommandRecords.of("acme", ended, id -> null);
    }

    @Test
    void the_job_of_an_accepted_command_may_be_forgotten_before_it() {
        CommandRecord accepted = of(new CommandOutcome.Accepted("j2"));

        assertThat(accepted.state()).isEqualTo(CommandState.ACCEPTED);
        assertThat(accepted.jobId()).isEqualTo("j2");
        assertThat(accepted.status()).isNull();
        assertThat(accepted.prLink()).isNull();
    }

    @Test
    void each_end_says_what_is_known_of_it() {
        CommandRecord superseded = of(new CommandOutcome.Superseded(new Identity("h2"), "c2"));
        assertThat(superseded.state()).isEqualTo(CommandState.SUPERSEDED);
        assertThat(superseded.supersededBy()).isEqualTo("c2");

        CommandRecord unknown = of(new CommandOutcome.Unknown(REASON, "j1", null, Instant.EPOCH));
        assertThat(unknown.jobId()).isEqualTo("j1");
        assertThat(unknown.reason()).isEqualTo(REASON);
        assertThat(unknown.metadata()).containsEntry("a", "b");
    }

    @Test
    void what_was_not_taken_has_no_job() {
        CommandRecord rejected = of(new CommandOutcome.NotTaken(CommandState.REJECTED, REASON));

        assertThat(rejected.state()).isEqualTo(CommandState.REJECTED);
        assertThat(rejected.jobId()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void a_command_ends_by_its_own_ends_and_its_jobs_events_and_by_no_other(StatusEvent.Type type) {
        CommandState state = type.state();

        if (type.value().matches("(job|pull_request)\\..*")) {
            assertThat(state).isEqualTo(CommandState.ACCEPTED);
        } else if (type.value().matches("command\\.(queued|rejected|expired|unknown|cancelled|superseded)")) {
            assertThat(String.valueOf(state)).isEqualToIgnoringCase(type.value().substring("command.".length()));
        } else {
            assertThat(state).isNull();
        }
    }
}
