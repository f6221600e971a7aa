package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command lines in the documents have the names and options that the tools have. */
class DocumentedCommandsTest {

    private static final Pattern COMMAND =
            Pattern.compile("(?m)^ *java (?:-\\S+ )*-jar \\S*docs-agent-worker\\.jar ([a-z](?:.*\\\\\\n)*.*)$");

    @ParameterizedTest
    @CsvSource({
        "README.md, 3",
        "k8s/components/monitoring/README.md, 6",
        "src/main/java/io/docsagent/worker/cli/README.md, 6",
    })
    void are_understood(Path document, int atLeast) throws IOException {
        List<String> commands = COMMAND.matcher(Files.readString(document))
                .results()
                .map(command -> command.group(1).replace("\\\n", " "))
                .filter(command -> !command.startsWith("extract "))
                .toList();

        assertThat(commands)
                .hasSizeGreaterThanOrEqualTo(atLeast)
                .allSatisfy(command -> assertThatCode(
                                () -> CommandLineTools.with(Map.of(), InputStream.nullInputStream())
                                        .parseArgs(Tool.words(command)))
                        .as(command)
                        .doesNotThrowAnyException());
    }
}
