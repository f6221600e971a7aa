package io.docsagent.worker.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Operation.Action;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OperationSentencesTest {

    private static final Instant TIME = Instant.parse("2026-11-27T18:00:00Z");

    @Test
    void what_was_done_is_said_with_its_number_and_its_end() {
        assertThat(done(new Operation.Hold(TIME), 2))
                .isEqualTo("Nothing is sent for docs until 2026-11-27T18:00:00Z; 2 commands are waiting.");
        assertThat(done(new Operation.Hold(null), 0))
                .isEqualTo("Nothing is sent for docs until it is resumed; no commands are waiting.");
        assertThat(done(new Operation.Resume(), 1))
                .isEqualTo("The operator's hold of docs is over; 1 command is waiting.");
        assertThat(done(new Operation.Cancel("c1"), 1)).isEqualTo("Cancelled c1 of docs.");
        assertThat(done(new Operation.Cancel("c1"), 3))
                .isEqualTo("Cancelled c1 of docs, and 2 commands that waited for it.");
        assertThat(done(new Operation.CancelMany(null, null), 1)).isEqualTo("Cancelled 1 command of docs.");
        assertThat(done(new Operation.ResolveTaken("c1", "job-1"), 1))
                .isEqualTo("c1 of docs became job job-1, which is now followed.");
        assertThat(done(new Operation.ResolveNotTaken("c1", false), 1))
                .isEqualTo("c1 of docs was not taken: it ended as rejected.");
        assertThat(done(new Operation.ResolveNotTaken("c1", true), 1))
                .isEqualTo("c1 of docs was not taken: it is queued again.");
    }

    @Test
    void what_could_not_be_queued_again_is_said() {
        assertThat(OperationSentences.done(of("docs", new Operation.ResolveMany(true, null, null)), 5, 1))
                .isEqualTo("Resolved 5 commands of docs as not taken, to be sent again; 1 command could not be queued"
                        + " again and is still unknown.");
    }

    @Test
    void a_promoted_command_still_needs_the_quota() {
        assertThat(done(new Operation.Promote("c1"), 1))
                .isEqualTo("c1 will be sent next, after commands promoted earlier; the quota still applies.");
    }

    @Test
    void all_projects_are_called_so() {
        assertThat(OperationSentences.refused(of(".", new Operation.Resume()), "not_held", "nobody holds them"))
                .isEqualTo("The resume of all projects was refused: not_held: nobody holds them");
    }

    private static String done(Action action, int affected) {
        return OperationSentences.done(of("docs", action), affected, 0);
    }

    private static Operation of(String project, Action action) {
        return new Operation("op-1", "alice", null, project, action);
    }
}
