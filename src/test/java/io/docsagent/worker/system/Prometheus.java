package io.docsagent.worker.system;

import io.docsagent.worker.harness.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus that scrapes a worker every second and evaluates the rules that are shipped. */
final class Prometheus implements AutoCloseable {

    private static final Path RULES = Path.of("k8s/components/monitoring/rules/alerts.yaml");

    private final HttpClient http = HttpClient.newHttpClient();
    private final String address;
    private final Process process;

    private Prometheus(String address, Process process) {
        this.address = address;
        this.process = process;
    }

    static Prometheus start(Path folder, String managementPort) throws IOException {
        Path settings = folder.resolve("prometheus.yaml");
        Files.writeString(settings, """
            global: {scrape_interval: 1s, evaluation_interval: 1s}
            rule_files: ["%s"]
            scrape_configs:
              - job_name: docs-agent-worker
                metrics_path: /actuator/prometheus
                static_configs: [{targets: ["127.0.0.1:%s"]}]
            """.formatted(RULES.toAbsolutePath(), managementPort));
        String address = "127.0.0.1:" + Ports.free();
        Process process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + settings,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=" + address)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        return new Prometheus(address, process);
    }

    /** Each result with its labels in {@code metric} and its number in {@code value/1}. */
    JsonNode query(String expression) {
        JsonNode answer = get("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        if (!answer.path("status").asString("").equals("success")) {
            throw new IllegalStateException(expression + ": " + answer);
        }
        return answer.at("/data/result");
    }

    double number(String expression) {
        return Double.parseDouble(query(expression).at("/0/value/1").asString("NaN"));
    }

    JsonNode rules() {
        return get("/api/v1/rules").at("/data/groups/0/rules");
    }

    void awaitScrape() {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .ignoreExceptions()
                .until(() -> number("docs_agent_streams_state{state=\"running\"}") == 1);
    }

    private JsonNode get(String path) {
        try {
            var question = HttpRequest.newBuilder(URI.create("http://" + address + path))
                    .build();
            return JsonMapper.shared()
                    .readTree(http.send(question, HttpResponse.BodyHandlers.ofString())
                            .body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
