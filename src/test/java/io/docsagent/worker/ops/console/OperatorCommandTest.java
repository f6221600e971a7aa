package io.docsagent.worker.ops.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorCommandTest {

    @Test
    void usual_ids_are_not_quoted() {
        assertThat(OperatorCommand.taken("docs-site", "commit-1a2b", "job_1"))
                .isEqualTo("java -jar docs-agent-worker.jar resolve --project docs-site --command-id commit-1a2b"
                        + " --as taken --job job_1");
        assertThat(OperatorCommand.resume("my.site"))
                .isEqualTo("java -jar docs-agent-worker.jar resume --project my.site");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a b", "'; rm -rf / #", "$(id)", "`id`", "\"x\"", "a'b", "\\", "*", "~", "!!", "{a,b}", "ü"})
    void a_shell_reads_the_id_as_it_is(String id) throws Exception {
        assertThat(words(OperatorCommand.notTaken(id, id)))
                .containsExactly(
                        "java",
                        "-jar",
                        "docs-agent-worker.jar",
                        "resolve",
                        "--project",
                        id,
                        "--command-id",
                        id,
                        "--as",
                        "not_taken");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-x", "--all", ""})
    void no_id_is_read_as_an_option(String id) throws Exception {
        assertThat(words(OperatorCommand.probe(id))).last().isEqualTo("--project=" + id);
    }

    private static List<String> words(String line) throws Exception {
        var shell = new ProcessBuilder("sh", "-c", "printf '%s\\n' " + line);
        shell.environment().put("LC_ALL", "C.UTF-8");
        return new String(shell.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }
}
