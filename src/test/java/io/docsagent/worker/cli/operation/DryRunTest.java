package io.docsagent.worker.cli.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Operation.Action;
import io.docsagent.worker.testkit.Records;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DryRunTest {

    private static final Instant TIME = Instant.parse("2026-11-27T12:00:00Z");

    private static final List<CommandRecord> COMMANDS = List.of(
            command("w1", CommandState.QUEUED, "ci", TIME),
            command("w2", CommandState.QUEUED, "default", TIME),
            command("s1", CommandState.SENT, "ci", TIME),
            command("u1", CommandState.UNKNOWN, "ci", TIME),
            command("u2", CommandState.UNKNOWN, "default", TIME.plusSeconds(60)));

    @Test
    void each_operation_counts_what_it_would_affect() {
        assertThat(affected(new Operation.Hold(null))).isEqualTo(2);
        assertThat(affected(new Operation.Promote("w1"))).isEqualTo(1);
        assertThat(affected(new Operation.CancelMany(null, null))).isEqualTo(2);
        assertThat(affected(new Operation.CancelMany("ci", null))).isEqualTo(1);
        assertThat(affected(new Operation.ResolveNotTaken("u1", false))).isEqualTo(1);
        assertThat(affected(new Operation.ResolveMany(false, null, null))).isEqualTo(2);
        assertThat(affected(new Operation.ResolveMany(false, TIME.plusSeconds(1), null)))
                .isEqualTo(1);
        assertThat(affected(new Operation.ResolveMany(false, null, "default"))).isEqualTo(1);
    }

    @Test
    void a_release_concerns_at_most_one_key_whatever_became_of_its_commands() {
        var operation = operation(new Operation.Release("main"));
        List<CommandRecord> commands = List.of(
                continuing("c1", CommandState.ACCEPTED, "main"),
                continuing("c2", CommandState.QUEUED, "main"),
                continuing("d1", CommandState.ACCEPTED, "other"));

        List<CommandRecord> wanted =
                commands.stream().filter(DryRun.wanted(operation)).toList();
        assertThat(wanted).extracting(CommandRecord::commandId).containsExactly("c1", "c2");
        DryRun run = DryRun.of(operation, wanted);
        assertThat(run.affected()).isEqualTo(1);
        assertThat(run.exact()).isFalse();
        assertThat(run.sentence(operation)).startsWith("The release would affect at most 1 command of docs (now 1 w");
        assertThat(affected(new Operation.Release("main"))).isZero();
    }

    @Test
    void it_says_so_in_a_sentence_with_what_else_there_is() {
        assertThat(sentence(new Operation.CancelMany("ci", null)))
                .isEqualTo(
                        "The cancel would affect at most 1 command of docs, and the messages that wait for it (now 2 waiting,"
                                + " 1 in flight, 2 unknown; commands without a commandId are not counted).");
        assertThat(sentence(new Operation.Cancel("w1")))
                .contains("1 command of docs, and the messages that wait for it");
        assertThat(sentence(new Operation.CancelMany(null, null))).contains("affect 2 commands of docs (now 2 waiting");
        assertThat(sentence(new Operation.CancelMany(null, "main")))
                .contains("affect at most 2 commands of docs (now 2 waiting");
    }

    @Test
    void a_number_that_records_do_not_show_exactly_is_marked() {
        assertThat(run(new Operation.Cancel("w1")).exact()).isFalse();
        var message = command("m1", Command.Type.MESSAGE, CommandState.QUEUED, "ci", TIME);
        assertThat(DryRun.of(operation(new Operation.Cancel("m1")), List.of(message))
                        .exact())
                .isTrue();
        assertThat(run(new Operation.CancelMany("ci", null)).exact()).isFalse();
        assertThat(run(new Operation.CancelMany(null, "main")).exact()).isFalse();
        assertThat(run(new Operation.CancelMany(null, null)).exact()).isTrue();
        assertThat(run(new Operation.CancelMany("nobody", null)).exact()).isTrue();
        assertThat(run(new Operation.Cancel("none")).exact()).isTrue();
        assertThat(run(new Operation.ResolveMany(false, null, "ci")).exact()).isTrue();
        assertThat(run(new Operation.ResolveMany(true, null, "ci")).exact()).isFalse();
        var repeated = Records.with(message, "attempts", 1);
        assertThat(DryRun.of(operation(new Operation.CancelMany(null, null)), List.of(repeated))
                        .exact())
                .isFalse();
        assertThat(sentence(new Operation.ResolveMany(true, null, "ci"))).contains("would affect at most 1 command of");
    }

    @Test
    void a_command_in_another_state_would_be_refused() {
        assertThat(sentence(new Operation.Promote("s1")))
                .startsWith("The promote would be refused: s1 of docs is sent (now 2 waiting");
        assertThat(sentence(new Operation.Cancel("none"))).contains("none of docs is not known (now ");
        assertThat(run(new Operation.ResolveTaken("w1", "job-1")).refused()).isTrue();
        assertThat(run(new Operation.ResolveTaken("u1", "job-1")).refused()).isFalse();
    }

    private static long affected(Action action) {
        return run(action).affected();
    }

    private static String sentence(Action action) {
        return run(action).sentence(operation(action));
    }

    private static DryRun run(Action action) {
        return DryRun.of(operation(action), COMMANDS);
    }

    private static Operation operation(Action action) {
        return new Operation("op-1", "alice", null, "docs", action);
    }

    private static CommandRecord command(String id, CommandState state, String publisher, Instant updatedAt) {
        return command(id, Command.Type.CREATE, state, publisher, updatedAt);
    }

    private static CommandRecord continuing(String id, CommandState state, String key) {
        return command(id, Command.Type.CREATE, state, "ci", TIME, key);
    }

    private static CommandRecord command(
            String id, Command.Type type, CommandState state, String publisher, Instant updatedAt) {
        return command(id, type, state, publisher, updatedAt, null);
    }

    private static CommandRecord command(
            String id,
            Command.Type type,
            CommandState state,
            String publisher,
            Instant updatedAt,
            @Nullable String continueKey) {
        return new CommandRecord(
                "docs",
                id,
                state,
                type,
                publisher,
                null,
                TIME,
                null,
                null,
                null,
                0,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                continueKey,
                null,
                updatedAt,
                "1-1-0");
    }
}
