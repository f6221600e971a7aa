package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.Tool.Result;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The commands of operators as they are used, with a worker, a broker and a service. */
@Order(2)
class OperationsTest {

    private static Sandbox sandbox;
    private static RunningWorker worker;

    @BeforeAll
    static void start() {
        sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
        worker = RunningWorker.start(new EmbeddedBroker(), sandbox);
    }

    @AfterAll
    static void stop() {
        worker.close();
        sandbox.close();
    }

    @Test
    void a_held_project_is_promoted_cancelled_and_resumed() {
        assertDone(
                "Nothing is sent for held until 2100-01-01T00:00:00Z; no commands are waiting.",
                "hold --project held --until 2100-01-01T00:00:00Z");
        for (String id : new String[] {"c1", "c2", "c3", "c4"}) {
            assertThat(ask("held", id, "Describe the export", "2s").status()).isEqualTo(7);
        }

        Result dry = run("cancel --project held --all --dry-run");
        assertThat(dry.out())
                .startsWith("The cancel would affect 4 commands of held (now 4 waiting, 0 in flight, 0 unknown; ");
        assertThat(run("hold --all --dry-run --json").out())
                .startsWith("{")
                .contains("\"waiting\":4", "\"exact\":true");
        assertThat(run("cancel --project held --command-id c1 --dry-run --json").out())
                .contains("\"affected\":1", "\"exact\":false");
        assertThat(run("promote --project held --command-id c9 --dry-run").status())
                .isEqualTo(5);
        assertDone("c4 will be sent next, after commands promoted earlier", "promote --project held --command-id c4");
        assertDone("Cancelled c1 of held.", "cancel --project held --command-id c1");
        Result many = run("cancel --project held --publisher default --json --by alice --operation-id op-1");
        assertThat(many.status()).as(many.err()).isZero();
        assertThat(many.out())
                .startsWith("{")
                .contains("\"operation.done\"", "\"affected\":3", "\"by\":\"alice\"", "\"operationId\":\"op-1\"")
                .hasLineCount(1);
        assertThat(many.err()).contains("3 commands so far");
        assertDone("The operator's hold of held is over; no commands are waiting.", "resume --project held");
    }

    @Test
    void what_is_refused_says_why_and_has_a_status_of_its_own() {
        assertRefused("not_held", "resume --project free");
        assertRefused("not_held", "probe --project free");
        assertRefused("unknown_command", "promote --project free --command-id none");
        assertRefused("unknown_command", "cancel --project free --command-id none");
        assertRefused("unknown_command", "resolve --project free --command-id none --as not_taken");
        Result json = run("resume --project free --json");
        assertThat(json.status()).isEqualTo(5);
        assertThat(json.out()).contains("\"operation.refused\"").hasLineCount(1);
    }

    @Test
    void an_unknown_outcome_is_resolved() {
        Result lost = ask("lost", "c1", "Change it [answer 500]", "1m");
        assertThat(lost.status()).isEqualTo(6);
        assertThat(lost.err())
                .contains("An operator who knows the outcome can resolve it: docs-agent-worker resolve --project lost");
        assertThat(ask("lost", "c2", "Change it [answer 500]", "1m").status()).isEqualTo(6);

        assertDone(
                "c1 of lost was not taken: it ended as rejected.",
                "resolve --project lost --command-id c1 --as not_taken");
        assertDone("Resolved 1 command of lost as not taken.", "resolve --project lost --all-unknown --as not_taken");
    }

    @Test
    void all_projects_are_held_for_a_while_and_a_repetition_has_no_second_answer() {
        assertDone("Nothing is sent for all projects until 2", "hold --all --for 1h --operation-id all-1");
        Result again = run("hold --all --operation-id all-1 --timeout 2s");
        assertThat(again.status()).isEqualTo(7);
        assertThat(again.err())
                .contains("No answer to operation all-1 within 2 s.", "repeat it with --operation-id all-1. ");
        assertDone("The operator's hold of all projects is over", "resume --all");
    }

    @Test
    void wrong_use_is_one_line_and_where_help_is() {
        assertMisused("hold", "--project", "hold");
        assertMisused("hold", "mutually exclusive", "hold --project p --all");
        assertMisused("hold", "not a valid time", "hold --project p --until tomorrow");
        assertMisused("hold", "--until: ", "hold --project p --until 2020-01-01T00:00:00Z");
        assertMisused("hold", "--project: projectId", "hold --project a/b");
        for (String tool : List.of("hold", "resume", "probe", "cancel --all", "promote --command-id c")) {
            assertMisused(tool.replaceAll(" .*", ""), "--project: projectId", tool + " --project .");
        }
        assertMisused("resolve", "--project: projectId", "resolve --project . --command-id c --as not_taken");
        assertMisused("status", "PROJECT", "status .");
        assertMisused("usage", "not a valid duration", "usage --since yesterday");
        assertMisused("usage", "not a valid time", "usage --since 2020-01-01T");
        assertMisused("usage", "not in the past", "usage --since 2100-01-01T00:00:00Z");
        assertMisused("cancel", "--command-id", "cancel --project p");
        assertMisused("resolve", "--job", "resolve --project p --command-id c --as taken");
        assertMisused("resolve", "--all-unknown", "resolve --project p --all-unknown --as taken --job j");
        assertMisused("resolve", "--ended-before", "resolve --project p --command-id c --as not_taken --publisher p");
    }

    private static void assertMisused(String tool, String named, String line) {
        Result result = run(line);
        assertThat(result.status()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).contains(named, "Try " + tool + " --help").hasLineCount(2);
    }

    private static void assertDone(String sentence, String line) {
        Result result = run(line);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).startsWith(sentence).hasLineCount(1);
    }

    private static void assertRefused(String code, String line) {
        Result result = run(line);
        assertThat(result.status()).as(result.err()).isEqualTo(5);
        assertThat(result.err()).contains(" was refused: " + code + ": ").hasLineCount(1);
        assertThat(result.out()).isEmpty();
    }

    private static Result ask(String project, String commandId, String prompt, String wait) {
        return new Tool(worker)
                .run("ask", "--project", project, "--command-id", commandId, "--prompt", prompt, "--wait", wait);
    }

    private static Result run(String line) {
        return new Tool(worker).run(line.split(" "));
    }
}
