package io.docsagent.worker.deploy;

import static io.docsagent.worker.deploy.Documents.strings;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.JsonNode;

/** Holds docker-compose.yml to its rules; no Docker is asked. */
class ComposeTest {

    private static final Set<String> OURS = Set.of("docs-agent-worker:local", "docs-agent-sandbox:local");

    private final JsonNode compose = Documents.one(Path.of("docker-compose.yml"));

    private Stream<Map.Entry<String, JsonNode>> services() {
        return compose.get("services").propertyStream();
    }

    @Test
    void images_are_pinned_to_a_version_and_ours_is_built_here() {
        assertThat(services()).allSatisfy(service -> {
            String image = service.getValue().get("image").asString();
            if (OURS.contains(image)) {
                assertThat(Path.of(service.getValue().at("/build/dockerfile").asString()))
                        .isRegularFile();
            } else {
                assertThat(image).matches("[a-z/-]+:v?\\d+\\.\\d+\\.\\d+");
            }
        });
    }

    @Test
    void what_is_mounted_from_here_is_there_and_read_only() {
        List<String> mounts = services()
                .flatMap(service -> strings(service.getValue().path("volumes")).stream())
                .filter(mount -> mount.startsWith("./"))
                .toList();

        assertThat(mounts).isNotEmpty().allSatisfy(mount -> {
            assertThat(mount).endsWith(":ro");
            assertThat(Files.exists(Path.of(mount.split(":", -1)[0]))).as(mount).isTrue();
        });
        assertThat(Path.of("k8s/overlays/dev/sandbox-key")).isRegularFile();
    }

    @Test
    void variables_of_our_images_are_settings_that_exist() {
        assertThat(services()
                        .filter(service ->
                                OURS.contains(service.getValue().get("image").asString()))
                        .flatMap(
                                service -> service.getValue().get("environment").propertyStream())
                        .map(Map.Entry::getKey))
                .isNotEmpty()
                .allSatisfy(variable ->
                        assertThat(Settings.exists(variable)).as(variable).isTrue());
        assertThat(Settings.exists("DOCS_AGENT_API_KEYFILE")).isFalse();
    }

    @Test
    void ports_are_published_on_the_loopback_only() {
        assertThat(services().flatMap(service -> strings(service.getValue().path("ports")).stream()))
                .isNotEmpty()
                .allSatisfy(port -> assertThat(port).startsWith("127.0.0.1:"));
    }

    @Test
    void every_service_is_hardened_limited_and_watched() {
        assertThat(services()).allSatisfy(service -> {
            JsonNode is = service.getValue();
            assertThat(strings(is.path("cap_drop"))).as(service.getKey()).containsExactly("ALL");
            assertThat(strings(is.path("security_opt"))).as(service.getKey()).containsExactly("no-new-privileges:true");
            assertThat(is.has("privileged")).as(service.getKey()).isFalse();
            assertThat(is.has("mem_limit") && is.has("pids_limit"))
                    .as(service.getKey())
                    .isTrue();
            assertThat(is.has("healthcheck")).as(service.getKey()).isTrue();
            assertThat(is.has("user") || OURS.contains(is.get("image").asString()))
                    .as("%s does not run as root", service.getKey())
                    .isTrue();
        });
        assertThat(services()
                        .filter(service -> !service.getValue().path("read_only").asBoolean(false)))
                .as("the file system of all but kafka, whose image writes its settings, is read-only")
                .extracting(Map.Entry::getKey)
                .containsExactly("kafka");
    }

    @Test
    void kafkas_heap_leaves_room_for_the_rest_of_its_memory() {
        JsonNode kafka = compose.at("/services/kafka");
        String options = kafka.at("/environment/KAFKA_HEAP_OPTS").asString();

        assertThat(options).matches("-Xms(\\d+m) -Xmx\\1");
        long heap = bytes(options.substring(options.indexOf("-Xmx") + 4));
        assertThat(heap).isLessThanOrEqualTo(bytes(kafka.get("mem_limit").asString()) * 2 / 3);
    }

    /** Of what Docker and the JVM write alike. */
    private static long bytes(String size) {
        return DataSize.parse(size.toUpperCase(Locale.ROOT) + "B").toBytes();
    }

    @Test
    void no_health_check_starts_a_jvm() {
        assertThat(services().map(service -> service.getValue().at("/healthcheck/test")))
                .filteredOn(test -> !test.isMissingNode())
                .hasSizeGreaterThan(3)
                .allSatisfy(test -> assertThat(strings(test).get(1)).isIn("bash", "wget"));
        assertThat(strings(compose.at("/services/kafka/healthcheck/test")).getLast())
                .isEqualTo("exec 3<>/dev/tcp/127.0.0.1/9092");
        assertThat(compose.at("/services/kafka/environment/KAFKA_LISTENERS").asString())
                .contains("HOST://:9092");
    }

    @Test
    void several_workers_have_ports_of_their_own_and_are_all_scraped() {
        JsonNode scraped = Documents.one(Path.of("k8s/components/monitoring/compose/prometheus.yaml"))
                .at("/scrape_configs/0/dns_sd_configs/0");

        assertThat(strings(compose.at("/services/worker/ports"))).containsExactly("127.0.0.1:8081-8089:8081");
        assertThat(compose.at("/services/worker").has("container_name")).isFalse();
        assertThat(strings(scraped.get("names"))).containsExactly("worker");
        assertThat(scraped.get("type").asString()).isEqualTo("A");
        assertThat(scraped.get("port").asInt()).isEqualTo(8081);
    }

    @Test
    void nothing_else_stands_at_the_top() throws Exception {
        try (Stream<Path> top = Files.list(Path.of("."))) {
            assertThat(top.map(path -> path.getFileName().toString()))
                    .filteredOn(name -> !name.startsWith(".") && !name.equals("target"))
                    .isSubsetOf(
                            "pom.xml",
                            "docker-compose.yml",
                            "src",
                            "k8s",
                            "schemas",
                            "README.md",
                            "mvnw",
                            "LICENSE",
                            "CHANGELOG.md");
        }
    }
}
