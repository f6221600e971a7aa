package io.docsagent.worker.sandbox.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class CommandAgentTest {

    @TempDir
    private Path tree;

    @Test
    void a_program_reads_the_prompt_and_writes_files() throws Exception {
        AgentReport report = run("cat > page.md; echo written; echo aloud >&2", "A page\nabout <x>");

        assertThat(report).isEqualTo(new AgentReport("written\naloud\n", null, 0));
        assertThat(tree.resolve("page.md")).hasContent("A page\nabout <x>");
    }

    @Test
    void its_exit_code_is_its_failure() throws Exception {
        AgentReport report = run("echo no; exit 3", "p");

        assertThat(report.failure()).isEqualTo("The agent ended with exit code 3");
        assertThat(report.exitCode()).isEqualTo(3);
        assertThat(report.log()).isEqualTo("no\n");
    }

    @Test
    void its_environment_contains_only_what_is_configured() throws Exception {
        AgentReport report =
                new CommandAgent(List.of("sh", "-c", "env"), Map.of("MODEL", "small")).edit(task("p", 30_000));

        assertThat(report.log().lines().map(line -> line.substring(0, line.indexOf('='))))
                .contains("MODEL", "PATH", "HOME")
                .isSubsetOf(
                        "MODEL",
                        "PATH",
                        "HOME",
                        "LANG",
                        "GIT_CEILING_DIRECTORIES",
                        "DOCS_AGENT_SANDBOX_RUN",
                        "PWD",
                        "OLDPWD",
                        "SHLVL",
                        "_");
    }

    @Test
    void after_the_time_limit_it_is_ended_with_all_that_it_started() throws Exception {
        AgentReport report =
                new CommandAgent(List.of("sh", "-c", "echo begun; sleep 600 & wait"), Map.of()).edit(task("p", 500));

        assertThat(report.failure()).isEqualTo("The agent took longer than 500 ms");
        assertThat(report.exitCode()).isNull();
        assertThat(report.log()).isEqualTo("begun\n");
    }

    @Test
    void a_program_need_not_read_its_prompt() throws Exception {
        assertThat(run("exit 0", "x".repeat(1_000_000)).failure()).isNull();
    }

    @Test
    void the_beginning_of_long_output_is_kept() throws Exception {
        AgentReport report = run("head -c 1000000 /dev/zero | tr '\\0' x", "p");

        assertThat(report.failure()).isNull();
        assertThat(report.log()).hasSizeLessThan(66_000).endsWith("… and 934464 more bytes");
    }

    private AgentReport run(String script, String prompt) throws InterruptedException {
        return new CommandAgent(List.of("sh", "-c", script), Map.of()).edit(task(prompt, 30_000));
    }

    private DocsAgent.Task task(String prompt, long millis) {
        return new DocsAgent.Task(tree, prompt, List.of(), Duration.ofMillis(millis));
    }
}
