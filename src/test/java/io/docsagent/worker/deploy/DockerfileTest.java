package io.docsagent.worker.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The Dockerfile agrees with the files around it; .ci/run lints it, and .ci/image builds and runs it. */
class DockerfileTest {

    private final String dockerfile = Documents.text(Path.of("src/main/docker/Dockerfile"));
    private final JsonNode compose = Documents.one(Path.of("docker-compose.yml"));

    /** So that whoever runs both fetches one. */
    @Test
    void it_is_trained_with_the_broker_of_compose() {
        assertThat(lines("ARG KAFKA=(.*)"))
                .containsExactly(compose.at("/services/kafka/image").asString());
    }

    @Test
    void both_images_run_as_the_user_that_kubernetes_names_who_may_write_to_the_volume_of_compose() {
        JsonNode pod = Documents.one(Path.of("k8s/base/deployment.yaml")).at("/spec/template/spec/securityContext");
        String folder = compose.at("/services/sandbox/environment/DOCS_AGENT_SANDBOX_DATA_DIR")
                .asString();

        assertThat(lines("USER (.*)")).hasSize(2).containsOnly(pod.get("runAsUser") + ":" + pod.get("runAsGroup"));
        assertThat(lines("RUN (install .*)")).containsExactly("install -d -m 0700 -o 10001 -g 10001 " + folder);
    }

    /** Kafka's jars run as root in the training: what else is in its file system may have been changed by them. */
    @Test
    void nothing_but_the_cache_comes_from_where_programs_of_another_image_have_run() {
        assertThat(lines("COPY --from=(?!worker)(.*)"))
                .containsExactly("kafka /opt/kafka/libs /kafka/libs", "trained /app/worker.aot ./");
    }

    @Test
    void it_starts_with_the_collector_that_its_cache_was_recorded_with() {
        assertThat(lines("ENV JDK_JAVA_OPTIONS=(.*)"))
                .isEqualTo(lines(" +/app/worker.aot /docs-agent-sandbox.jar (.*) --enable-native-access=ALL-UNNAMED"))
                .hasSize(1);
    }

    @Test
    void it_says_what_it_is_in_the_words_of_the_build_and_of_the_release() {
        String pom = Documents.text(Path.of("pom.xml"));
        String release = Documents.text(Path.of(".github/workflows/release.yml"));

        assertThat(lines("(?:LABEL| {5}) (org\\.opencontainers\\.image\\..*?)(?: \\\\)?"))
                .hasSize(3)
                .allSatisfy(label -> {
                    String words = label.substring(label.indexOf('"') + 1, label.length() - 1);
                    assertThat(pom).contains(">" + words + "<");
                    assertThat(release).contains(" " + label.replace("\"", "") + "\n");
                });
    }

    private List<String> lines(String pattern) {
        return Pattern.compile("(?m)^" + pattern + "$")
                .matcher(dockerfile)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
