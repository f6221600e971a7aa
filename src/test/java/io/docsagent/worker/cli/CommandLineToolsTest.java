package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.Tool.Result;
import io.docsagent.worker.cli.terminal.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandLineToolsTest {

    @ParameterizedTest
    @ValueSource(strings = {"dlt", "dtl", "ask", "help", "--help", "-V"})
    void a_word_means_a_tool(String word) {
        assertThat(CommandLineTools.areMeant(word)).isTrue();
        assertThat(CommandLineTools.areMeant("--server.port=0", word)).isTrue();
    }

    @Test
    void settings_mean_the_worker() {
        assertThat(CommandLineTools.areMeant()).isFalse();
        assertThat(CommandLineTools.areMeant("--spring.profiles.active=docker", "--debug"))
                .isFalse();
    }

    /** A branch, which somebody else names, may be an argument. */
    @Test
    void an_argument_is_not_the_name_of_a_file_of_options(@TempDir Path folder) throws Exception {
        Path options = Files.writeString(folder.resolve("options"), "--help");

        Result result =
                new Tool(Map.of()).run("ask", "--project", "@" + options, "--command-id", "c1", "--prompt", "x");

        assertThat(result.status()).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(result.err()).startsWith("--project: projectId must be");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void an_argument_that_the_locale_cannot_represent_is_refused() throws Exception {
        Result result = new Tool(Map.of("LC_ALL", "C"))
                .runByShell("\"$@\" --prompt \"$(printf 'H\\303\\244ndler')\"", "ask", "--project", "docs");

        assertThat(result.status()).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(result.err()).startsWith("An argument contains U+FFFD").contains("LC_ALL=C.UTF-8");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void output_that_could_not_be_written_is_a_failure() throws Exception {
        Result result = new Tool(Map.of()).runByShell("\"$@\" > /dev/full", "--version");

        assertThat(result.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(result.err()).isEqualTo("The output could not be written." + System.lineSeparator());
    }

    @Test
    void a_misspelt_tool_is_an_error_that_names_those_that_there_are() {
        Result result = new Tool(Map.of()).run("dtl", "list");

        assertThat(result.status()).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(result.err())
                .contains("dtl", "Commands: ask, dlt, ", "Try --help")
                .hasLineCount(3);
    }
}
