package io.docsagent.worker.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import tools.jackson.databind.JsonNode;

/** Kafka's password in production: a file, and never an environment variable, which every process of the pod inherits. */
class KafkaLoginFileTest {

    private static final String PASSWORD = "spring.kafka.properties.sasl.jaas.config";

    @EnableConfigurationProperties(KafkaProperties.class)
    static class Login {}

    @ParameterizedTest
    @ValueSource(
            strings = {"gA7sYk0rXw2Q", "a b=c;d#e,f:g'h", "$x$$ %41 \u00e4\u20ac {y} #{1+1} !", "\"quoted\" \\ and \\n"
            })
    void the_worker_logs_in_with_the_file_that_the_pod_mounts(String password, @TempDir Path root) throws Exception {
        JsonNode pod = pod();
        JsonNode volume = volume(pod);
        Path mounted = mount(root, volume.at("/secret/items/0/path").asString(), login(password) + "\n");

        assertThat(volume.at("/secret/secretName").asString()).isEqualTo("docs-agent-worker");
        assertThat(volume.at("/secret/items")
                        .valueStream()
                        .map(item -> item.get("key").asString()))
                .containsExactly("sasl.jaas.config");
        assertThat(settings().get("SPRING_CONFIG_IMPORT").asString())
                .isEqualTo("configtree:" + mountOf(pod, volume) + "/");
        assertThat(passwordAt(mounted)).isEqualTo(password);
    }

    @Test
    void without_the_file_the_worker_does_not_start(@TempDir Path root) {
        assertThatThrownBy(() -> passwordAt(root.resolve("missing"))).hasMessageContaining("missing");
    }

    @Test
    void no_secret_is_an_environment_variable() {
        assertThat(pod().at("/containers/0").toString()).doesNotContain("secretKeyRef", "secretRef");
    }

    /** As Strimzi writes it. */
    private static String login(String password) {
        return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"docs-agent-worker\" password=\""
                + password.replace("\\", "\\\\").replace("\"", "\\\"") + "\";";
    }

    /** As the kubelet does it: the file is a link into a hidden folder, which is replaced as a whole. */
    private static Path mount(Path root, String name, String content) throws IOException {
        Path version = Files.createDirectory(root.resolve("..2026_11_26_12_00_00.1"));
        Files.writeString(version.resolve(name), content);
        Files.createSymbolicLink(root.resolve("..data"), version.getFileName());
        Files.createSymbolicLink(root.resolve(name), Path.of("..data", name));
        return root;
    }

    private static String passwordAt(Path folder) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                Map.of("SPRING_CONFIG_IMPORT", "configtree:" + folder + "/")));
        SpringApplication application = new SpringApplication(Login.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setEnvironment(environment);
        try (ConfigurableApplicationContext started =
                application.run("--spring.config.location=optional:file:/none/")) {
            Object config = started.getBean(KafkaProperties.class)
                    .buildStreamsProperties()
                    .get(SaslConfigs.SASL_JAAS_CONFIG);
            return (String) Objects.requireNonNull(
                    JaasContext.loadClientContext(Map.of(SaslConfigs.SASL_JAAS_CONFIG, new Password((String) config)))
                            .configurationEntries()
                            .getFirst()
                            .getOptions()
                            .get("password"));
        }
    }

    private static JsonNode volume(JsonNode pod) {
        return pod.get("volumes")
                .valueStream()
                .filter(volume -> volume.at("/secret/items/0/path").asString("").equals(PASSWORD))
                .findFirst()
                .orElseThrow();
    }

    private static String mountOf(JsonNode pod, JsonNode volume) {
        return pod.at("/containers/0/volumeMounts")
                .valueStream()
                .filter(mount -> mount.get("name").equals(volume.get("name")))
                .peek(mount -> assertThat(mount.get("readOnly").asBoolean()).isTrue())
                .map(mount -> mount.get("mountPath").asString())
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode pod() {
        return rendered().stream()
                .filter(resource -> resource.get("kind").asString().equals("Deployment"))
                .findFirst()
                .orElseThrow()
                .at("/spec/template/spec");
    }

    private static JsonNode settings() {
        return rendered().stream()
                .map(resource -> resource.path("data"))
                .filter(data -> data.has("SPRING_KAFKA_BOOTSTRAP_SERVERS"))
                .findFirst()
                .orElseThrow();
    }

    private static List<JsonNode> rendered() {
        return Documents.all(Program.run("kubectl", "kustomize", "k8s/overlays/prod"));
    }
}
