package io.docsagent.worker.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.training.Training;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the Dockerfile to its rules; .ci/image builds and runs it where there is a Docker engine. */
class DockerfileTest {

    private static final String COLLECTOR = "-XX:+UseSerialGC";

    private final String dockerfile = Documents.text(Path.of("src/main/docker/Dockerfile"));

    @Test
    void the_bases_are_arguments_and_the_image_stands_on_the_one_on_which_it_was_trained() {
        assertThat(lines("ARG (.*)")).containsExactly("BASE=eclipse-temurin:25-jre", "KAFKA=" + broker());
        assertThat(lines("FROM (.*)"))
                .containsExactly("${KAFKA} AS kafka", "${BASE} AS worker", "worker AS trained", "${BASE}");
    }

    @Test
    void it_runs_as_a_user_without_a_name_and_nothing_follows_as_root() {
        assertThat(lines("USER (.*)")).containsExactly("10001:10001");
        assertThat(dockerfile.substring(dockerfile.indexOf("USER "))).doesNotContain("\nRUN", "\nCOPY");
    }

    @Test
    void the_user_may_write_to_the_folder_that_compose_mounts_a_volume_on() {
        String folder = Documents.one(Path.of("docker-compose.yml"))
                .at("/services/sandbox/environment/DOCS_AGENT_SANDBOX_DATA_DIR")
                .asString();

        assertThat(lines("RUN (install .*)")).containsExactly("install -d -m 0700 -o 10001 -g 10001 " + folder);
    }

    @Test
    void it_needs_nothing_from_outside_but_the_bases() {
        assertThat(dockerfile).doesNotContain("# syntax=", "<<", "apt-get", "curl", "ADD ");
        assertThat(lines("COPY (.*)"))
                .containsExactly(
                        "target/docs-agent-worker.jar /docs-agent-worker.jar",
                        "--from=kafka /opt/kafka/libs /kafka/libs",
                        "src/main/docker/kafka.properties /kafka/kafka.properties",
                        "--from=worker /app ./",
                        "--from=trained /app/worker.aot ./");
        assertThat(Documents.text(Path.of(".dockerignore")))
                .contains("\n*\n!target/docs-agent-worker.jar\n!src/main/docker/kafka.properties\n");
    }

    /** Kafka's jars run as root in the training: what else is in its file system may have been changed by them. */
    @Test
    void nothing_but_the_cache_comes_from_where_programs_of_another_image_have_run() {
        String clean = dockerfile.substring(dockerfile.indexOf(" AS worker"), dockerfile.indexOf(" AS trained"));

        assertThat(clean).contains("COPY target/docs-agent-worker.jar").doesNotContain("--from=", "kafka");
        assertThat(lines("COPY --from=trained (.*)")).containsExactly("/app/worker.aot ./");
    }

    @Test
    void it_starts_with_the_cache_that_it_was_trained_for() {
        String training =
                dockerfile.substring(dockerfile.indexOf(Training.class.getName()), dockerfile.indexOf("USER "));
        String run = dockerfile.substring(dockerfile.indexOf("ENTRYPOINT"));

        assertThat(training).contains("/app/worker.aot", COLLECTOR);
        assertThat(run)
                .contains(
                        "-XX:AOTCache=/app/worker.aot",
                        "-XX:InitialRAMPercentage=",
                        "-XX:MaxRAMPercentage=",
                        "-XX:+ExitOnOutOfMemoryError");
        assertThat(List.of(training, run))
                .allSatisfy(java -> assertThat(java).contains("--enable-native-access=ALL-UNNAMED"));
    }

    @Test
    void its_collector_is_named_where_an_operator_can_replace_it() {
        assertThat(lines("ENV (.*)")).containsExactly("JDK_JAVA_OPTIONS=" + COLLECTOR);
        assertThat(dockerfile.substring(dockerfile.indexOf("ENTRYPOINT"))).doesNotContain("GC\"");
    }

    @Test
    void it_says_what_it_is_in_the_words_of_the_build() {
        String pom = Documents.text(Path.of("pom.xml"));

        assertThat(lines("(?:LABEL| {5}) org\\.opencontainers\\.image\\.(.*?)(?: \\\\)?"))
                .hasSize(3)
                .allSatisfy(label -> assertThat(pom)
                        .contains(">" + label.substring(label.indexOf('"') + 1, label.length() - 1) + "<"));
    }

    /** Compose's, so that whoever runs both fetches one. */
    private static String broker() {
        return Documents.one(Path.of("docker-compose.yml"))
                .at("/services/kafka/image")
                .asString();
    }

    private List<String> lines(String pattern) {
        return Pattern.compile("(?m)^" + pattern + "$")
                .matcher(dockerfile)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
