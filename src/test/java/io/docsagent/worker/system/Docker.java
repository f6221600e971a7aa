package io.docsagent.worker.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Docker's command line. */
final class Docker {

    private Docker() {}

    /** What {@code docker} prints, which must end well. */
    static String run(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                Stream.concat(Stream.of("docker"), Stream.of(arguments)).toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
