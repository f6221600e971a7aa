package io.docsagent.worker.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One cause pages once, as a real Alertmanager sees it. */
class InhibitRulesTest {

    private static final Path RULES = Path.of("k8s/components/monitoring/inhibit-rules.yaml");
    private static final Path ALERTS = Path.of("k8s/components/monitoring/rules/alerts.yaml");
    private static final String ALERTMANAGER = "prometheus-alertmanager";

    private static final Pattern NAMES = Pattern.compile("alertname *=~? *\"?(\\w+)(?:\\(([\\w|]+)\\))?\"?");

    private static final Pattern BAR = Pattern.compile("\\|");

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    @Test
    void they_name_alerts_that_there_are() {
        Set<String> alerts = Documents.one(ALERTS).findValues("alert").stream()
                .map(JsonNode::asString)
                .collect(Collectors.toSet());

        assertThat(Documents.one(RULES).get("inhibit_rules")).isNotEmpty().allSatisfy(rule -> {
            assertThat(named(rule.get("source_matchers"))).isNotEmpty().isSubsetOf(alerts);
            assertThat(named(rule.get("target_matchers"))).isNotEmpty().isSubsetOf(alerts);
        });
    }

    private static Set<String> named(JsonNode matchers) {
        Set<String> names = new TreeSet<>();
        NAMES.matcher(String.join(" ", Documents.strings(matchers)))
                .results()
                .forEach(found -> BAR.splitAsStream(Objects.requireNonNullElse(found.group(2), ""))
                        .forEach(end -> names.add(found.group(1) + end)));
        return names;
    }

    @Test
    void of_alerts_with_one_cause_only_the_cause_is_sent() throws Exception {
        Program.require(ALERTMANAGER);
        String address = "127.0.0.1:" + Ports.free();
        Process alertmanager = new ProcessBuilder(
                        ALERTMANAGER,
                        "--config.file=" + configuration(),
                        "--storage.path=" + folder.resolve("data"),
                        "--cluster.listen-address=",
                        "--web.listen-address=" + address)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        try {
            awaitReady(address);

            assertThat(sent(
                            address,
                            List.of(
                                    alert("DocsAgentKafkaUnavailable", "instance", "a"),
                                    alert("DocsAgentStreamsNotRunning", "instance", "a"),
                                    alert("DocsAgentStreamsNotRunning", "instance", "b"),
                                    alert("DocsAgentBacklogEtaTooLong", "project", "docs"),
                                    alert("DocsAgentPollLagHigh"),
                                    alert("DocsAgentCallsUnknown"),
                                    alert("DocsAgentForgottenEarly", "kind", "mark"))))
                    .containsExactlyInAnyOrder(
                            "DocsAgentKafkaUnavailable a",
                            "DocsAgentStreamsNotRunning b",
                            "DocsAgentForgottenEarly mark");
            assertThat(sent(
                            address,
                            List.of(
                                    alert("DocsAgentWorkerDown", "instance", "a"),
                                    alert("DocsAgentTooFewInstances"),
                                    alert("DocsAgentRecordsNotRead", "topic", "docs-agent.requests"),
                                    alert("DocsAgentDeadLetters"))))
                    .containsExactlyInAnyOrder("DocsAgentWorkerDown a", "DocsAgentDeadLetters");
            assertThat(sent(
                            address,
                            List.of(
                                    alert("DocsAgentServiceUnreachable"),
                                    alert("DocsAgentCallsUnknown"),
                                    alert("DocsAgentJobsStalled"),
                                    alert("DocsAgentProjectHeldUnauthorized", "project", "docs"),
                                    alert("DocsAgentBacklogEtaTooLong", "project", "docs"))))
                    .containsExactlyInAnyOrder("DocsAgentServiceUnreachable", "DocsAgentProjectHeldUnauthorized docs");
            assertThat(sent(
                            address,
                            List.of(
                                    alert("DocsAgentDeadLettersBurst", "topic", "requests"),
                                    alert("DocsAgentDeadLetters", "topic", "requests"),
                                    alert("DocsAgentDeadLetters", "topic", "inputs"))))
                    .containsExactlyInAnyOrder("DocsAgentDeadLettersBurst requests", "DocsAgentDeadLetters inputs");
            assertThat(sent(
                            address,
                            List.of(
                                    alert("DocsAgentClockWrong", "instance", "a"),
                                    alert("DocsAgentClockDrifts", "instance", "b"),
                                    alert("DocsAgentQuotaUsedUp", "project", "docs"),
                                    alert("DocsAgentBacklogEtaTooLong", "project", "docs"),
                                    alert("DocsAgentBacklogEtaTooLong", "project", "site"))))
                    .containsExactlyInAnyOrder(
                            "DocsAgentClockWrong a",
                            "DocsAgentClockDrifts b",
                            "DocsAgentQuotaUsedUp docs",
                            "DocsAgentBacklogEtaTooLong site");
        } finally {
            alertmanager.destroy();
            if (!alertmanager.waitFor(20, TimeUnit.SECONDS)) {
                alertmanager.destroyForcibly();
            }
        }
    }

    /** The shortest around them. */
    private Path configuration() throws IOException {
        return Files.writeString(
                folder.resolve("alertmanager.yml"),
                "route: {receiver: nobody}\nreceivers: [{name: nobody}]\n" + Documents.text(RULES));
    }

    private static Map<String, String> alert(String name, String... label) {
        Map<String, String> labels = new HashMap<>(Map.of("alertname", name));
        if (label.length == 2) {
            labels.put(label[0], label[1]);
        }
        return labels;
    }

    /** While just these fire: those that are not inhibited, by their name and other label. */
    private List<String> sent(String address, List<Map<String, String>> firing) throws Exception {
        List<Map<String, Object>> alerts = firing.stream()
                .map(labels -> Map.<String, Object>of("labels", labels))
                .toList();
        post(address, alerts);
        List<JsonNode> shown = Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> alerts(address), found -> found.size() == firing.size());
        List<String> sent = shown.stream()
                .filter(alert -> alert.at("/status/inhibitedBy").isEmpty())
                .map(alert -> alert.get("labels")
                        .valueStream()
                        .map(JsonNode::asString)
                        .sorted((one, other) ->
                                Boolean.compare(other.startsWith("DocsAgent"), one.startsWith("DocsAgent")))
                        .collect(Collectors.joining(" ")))
                .toList();
        post(
                address,
                alerts.stream()
                        .map(alert -> {
                            Map<String, Object> over = new HashMap<>(alert);
                            over.put("startsAt", "2026-01-01T00:00:00Z");
                            over.put("endsAt", "2026-01-01T00:00:01Z");
                            return over;
                        })
                        .toList());
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> alerts(address).isEmpty());
        return sent;
    }

    private void post(String address, Object alerts) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + "/api/v2/alerts"))
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(alerts)))
                .build();
        assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }

    private List<JsonNode> alerts(String address) throws Exception {
        return JsonMapper.shared()
                .readTree(get(address, "/api/v2/alerts"))
                .valueStream()
                .toList();
    }

    private void awaitReady(String address) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> get(address, "/-/ready").contains("OK"));
    }

    private String get(String address, String path) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(URI.create("http://" + address + path))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }
}
