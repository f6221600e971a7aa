package io.docsagent.worker.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the Dockerfile to its rules; .ci/image builds and runs it where there is a Docker engine. */
class DockerfileTest {

    private final String dockerfile = Documents.text(Path.of("src/main/docker/Dockerfile"));

    @Test
    void the_base_is_an_argument_and_both_stages_stand_on_it() {
        assertThat(dockerfile).contains("\nARG BASE=eclipse-temurin:25-jre\n");
        assertThat(lines("FROM (.*)")).containsExactly("${BASE} AS extracted", "${BASE}");
    }

    @Test
    void it_runs_as_a_user_without_a_name_and_nothing_follows_as_root() {
        assertThat(lines("USER (.*)")).containsExactly("10001:10001");
        assertThat(dockerfile.substring(dockerfile.indexOf("USER "))).doesNotContain("\nRUN", "\nCOPY");
    }

    @Test
    void it_needs_nothing_from_outside_but_the_base() {
        assertThat(dockerfile).doesNotContain("# syntax=", "<<", "apt-get", "curl", "ADD ");
        assertThat(lines("COPY (.*)"))
                .containsExactly("target/docs-agent-worker.jar /docs-agent-worker.jar", "--from=extracted /app ./");
        assertThat(Documents.text(Path.of(".dockerignore"))).contains("\n*\n!target/docs-agent-worker.jar\n");
    }

    @Test
    void it_starts_with_the_cache_that_it_was_trained_for() {
        String run = dockerfile.substring(dockerfile.indexOf("ENTRYPOINT"));

        assertThat(dockerfile).contains("-XX:AOTCacheOutput=worker.aot", "-Dspring.context.exit=onRefresh");
        assertThat(run)
                .contains("-XX:AOTCache=/app/worker.aot", "-XX:MaxRAMPercentage=", "-XX:+ExitOnOutOfMemoryError")
                .contains("--enable-native-access=ALL-UNNAMED");
    }

    private List<String> lines(String pattern) {
        return Pattern.compile("(?m)^" + pattern + "$")
                .matcher(dockerfile)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
