package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.Tool.Result;
import java.util.Map;
import org.junit.jupiter.api.Test;
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

    @Test
    void a_misspelt_tool_is_an_error_that_names_those_that_there_are() {
        Result result = new Tool(Map.of()).run("dtl", "list");

        assertThat(result.status()).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(result.err())
                .contains("dtl", "Commands: ask, dlt, ", "Try --help")
                .hasLineCount(3);
    }
}
