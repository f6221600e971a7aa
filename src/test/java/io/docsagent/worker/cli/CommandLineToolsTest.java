package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
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
        StringWriter err = new StringWriter();

        int status = CommandLineTools.with(Map.of(), InputStream.nullInputStream())
                .setErr(new PrintWriter(err))
                .execute("dtl", "list");

        assertThat(status).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString())
                .contains("dtl", "Commands: ask, dlt, ", "Try --help")
                .hasLineCount(3);
    }
}
