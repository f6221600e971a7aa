package io.docsagent.worker.deploy;

import static io.docsagent.worker.deploy.Documents.strings;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;

/** Renders the overlays and holds what comes out to the API's types and to what makes a deployment sound. */
class KubernetesTest {

    private static final Set<String> CUSTOM = Set.of("KafkaTopic", "KafkaUser", "PodMonitor", "PrometheusRule");
    private static final Path MONITORING = Path.of("k8s/components/monitoring");

    private static final Map<String, List<JsonNode>> RENDERED = new ConcurrentHashMap<>();

    private interface Check {
        void of(JsonElement element) throws IOException;
    }

    private static final Map<String, Check> TYPES = Map.of(
            "ConfigMap", V1ConfigMap::validateJsonElement,
            "Deployment", V1Deployment::validateJsonElement,
            "Namespace", V1Namespace::validateJsonElement,
            "NetworkPolicy", V1NetworkPolicy::validateJsonElement,
            "PodDisruptionBudget", V1PodDisruptionBudget::validateJsonElement,
            "Secret", V1Secret::validateJsonElement,
            "Service", V1Service::validateJsonElement,
            "ServiceAccount", V1ServiceAccount::validateJsonElement,
            "StatefulSet", V1StatefulSet::validateJsonElement);

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void every_resource_is_what_the_api_takes(String overlay) {
        assertThat(render(overlay)).isNotEmpty().allSatisfy(resource -> {
            String kind = resource.get("kind").asString();
            if (!CUSTOM.contains(kind)) {
                Objects.requireNonNull(TYPES.get(kind), kind).of(JsonParser.parseString(resource.toString()));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void pods_are_restricted(String overlay) {
        assertThat(pods(overlay)).isNotEmpty().allSatisfy(pod -> {
            JsonNode rules = pod.get("securityContext");
            assertThat(rules.get("runAsNonRoot").asBoolean()).isTrue();
            assertThat(rules.get("runAsUser").asInt()).isGreaterThan(10_000);
            assertThat(rules.at("/seccompProfile/type").asString()).isEqualTo("RuntimeDefault");
            assertThat(pod.get("automountServiceAccountToken").asBoolean()).isFalse();
            JsonNode container = pod.at("/containers/0/securityContext");
            assertThat(container.get("allowPrivilegeEscalation").asBoolean()).isFalse();
            assertThat(container.get("readOnlyRootFilesystem").asBoolean()).isTrue();
            assertThat(strings(container.at("/capabilities/drop"))).containsExactly("ALL");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void containers_are_pinned_limited_and_probed(String overlay) {
        assertThat(pods(overlay)).allSatisfy(pod -> {
            JsonNode container = pod.at("/containers/0");
            assertThat(container.get("image").asString()).matches(".+:\\d+\\.\\d+\\.\\d+");
            for (String resource : List.of("memory", "ephemeral-storage")) {
                assertThat(container.at("/resources/requests").has(resource)).isTrue();
                assertThat(container.at("/resources/limits").has(resource)).isTrue();
            }
            assertThat(container.at("/resources/requests/memory")).isEqualTo(container.at("/resources/limits/memory"));
            assertThat(container.at("/resources/requests").has("cpu")).isTrue();
            assertThat(container.get("livenessProbe")).isNotEqualTo(container.get("readinessProbe"));
        });
    }

    @Test
    void liveness_and_readiness_ask_the_groups_that_the_worker_has() {
        JsonNode container = worker("prod").at("/spec/template/spec/containers/0");

        assertThat(container.at("/livenessProbe/httpGet/path").asString()).isEqualTo("/actuator/health/liveness");
        assertThat(container.at("/readinessProbe/httpGet/path").asString()).isEqualTo("/actuator/health/readiness");
        assertThat(container.at("/ports/0/containerPort").asInt()).isEqualTo(8081);
    }

    @Test
    void only_the_sandbox_is_called_without_tls() {
        assertThat(settings("dev").get("DOCS_AGENT_API_REQUIRE_HTTPS").asString())
                .isEqualTo("false");
        assertThat(settings("prod").has("DOCS_AGENT_API_REQUIRE_HTTPS")).isFalse();
        assertThat(settings("prod").get("DOCS_AGENT_API_BASE_URL").asString()).startsWith("https://");
    }

    @Test
    void a_pod_that_ends_has_time_for_the_calls_in_flight() {
        JsonNode application = Documents.one(Path.of("src/main/resources/application.yaml"));
        String phase =
                application.at("/spring/lifecycle/timeout-per-shutdown-phase").asString();

        assertThat(worker("prod")
                        .at("/spec/template/spec/terminationGracePeriodSeconds")
                        .asInt())
                .isGreaterThan(Integer.parseInt(phase.replace("s", "")));
    }

    @Test
    void production_has_replicas_spread_over_nodes_and_a_drain_takes_one_at_a_time() {
        JsonNode worker = worker("prod");
        JsonNode budget = only("prod", "PodDisruptionBudget").get("spec");

        assertThat(worker.at("/spec/replicas").asInt()).isGreaterThan(1);
        assertThat(worker.at("/spec/strategy/rollingUpdate/maxUnavailable").asInt())
                .isZero();
        assertThat(worker.at("/spec/template/spec/topologySpreadConstraints"))
                .hasSize(2)
                .allSatisfy(spread ->
                        assertThat(spread.at("/labelSelector/matchLabels")).isEqualTo(labels(worker)));
        assertThat(budget.get("maxUnavailable").asInt()).isEqualTo(1);
        assertThat(budget.get("unhealthyPodEvictionPolicy").asString()).isEqualTo("AlwaysAllow");
        assertThat(budget.at("/selector/matchLabels")).isEqualTo(labels(worker));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void the_alert_on_too_few_instances_knows_how_many_there_should_be(String overlay) {
        JsonNode settings = render(overlay).stream()
                .filter(resource -> resource.get("kind").asString().equals("ConfigMap"))
                .map(resource -> resource.path("data"))
                .filter(data -> data.has("DOCS_AGENT_METRICS_WANTED_INSTANCES"))
                .findFirst()
                .orElseThrow();

        assertThat(settings.get("DOCS_AGENT_METRICS_WANTED_INSTANCES").asString())
                .isEqualTo(worker(overlay).at("/spec/replicas").asString());
    }

    @Test
    void selectors_name_the_workers_pods_and_no_others() {
        JsonNode worker = worker("prod");

        assertThat(worker.at("/spec/selector/matchLabels")).isEqualTo(labels(worker));
        assertThat(only("prod", "NetworkPolicy").at("/spec/podSelector/matchLabels"))
                .isEqualTo(labels(worker));
        assertThat(only("prod", "PodMonitor").at("/spec/selector/matchLabels")).isEqualTo(labels(worker));
    }

    @Test
    void the_network_lets_only_prometheus_and_other_instances_in() {
        JsonNode policy = only("prod", "NetworkPolicy").get("spec");

        assertThat(strings(policy.get("policyTypes"))).containsExactlyInAnyOrder("Ingress", "Egress");
        assertThat(policy.get("ingress").valueStream().map(KubernetesTest::way))
                .containsExactly("[monitoring, app.kubernetes.io/name in prometheus] 8081", "[the installation] 8081");
    }

    @Test
    void the_network_lets_calls_out_to_what_is_needed_and_not_to_private_networks_or_the_clouds_metadata() {
        JsonNode policy = only("prod", "NetworkPolicy").get("spec");
        String broker = Documents.all(Documents.text(Path.of("k8s/components/strimzi/example-cluster.yaml")))
                        .getLast()
                        .at("/metadata/name")
                        .asString()
                + "-kafka";

        assertThat(policy.get("egress").valueStream().map(KubernetesTest::way))
                .containsExactly(
                        "[the installation] 8081",
                        "[kube-system, k8s-app in kube-dns] 53 53",
                        "[kafka, strimzi.io/name in " + broker + "] 9093",
                        "[0.0.0.0/0 but 10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16]"
                                + "[::/0 but fc00::/7 fe80::/10] 443");
        assertThat(settings("prod").get("SPRING_KAFKA_BOOTSTRAP_SERVERS").asString())
                .endsWith(":9093");
    }

    /** One rule, with the labels that select the worker's own pods as words. */
    private static String way(JsonNode rule) {
        String peers = Stream.of("from", "to")
                .flatMap(side -> rule.path(side).valueStream())
                .map(peer -> "[" + peer(peer) + "]")
                .collect(Collectors.joining());
        return rule.get("ports")
                .valueStream()
                .map(port -> " " + port.get("port").asString())
                .collect(Collectors.joining("", peers, ""));
    }

    private static String peer(JsonNode peer) {
        if (peer.has("ipBlock")) {
            return peer.at("/ipBlock/cidr").asString()
                    + (peer.at("/ipBlock").has("except")
                            ? " but " + String.join(" ", strings(peer.at("/ipBlock/except")))
                            : "");
        }
        JsonNode pods = peer.get("podSelector");
        if (!peer.has("namespaceSelector")) {
            assertThat(pods.get("matchLabels")).isEqualTo(labels(worker("prod")));
            return "the installation";
        }
        assertThat(pods.propertyNames())
                .as("an overlay adds its labels to matchLabels, which pods of others do not have")
                .containsExactly("matchExpressions");
        JsonNode label = pods.at("/matchExpressions/0");
        assertThat(label.get("operator").asString()).isEqualTo("In");
        return peer.at("/namespaceSelector/matchLabels/kubernetes.io~1metadata.name")
                        .asString() + ", " + label.get("key").asString() + " in "
                + String.join(" ", strings(label.get("values")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            another-api-port | USUAL 8443
            node-local-dns | [169.254.20.10/32] 53 53
            openshift-dns | [openshift-dns, dns.operator.openshift.io/daemonset-dns in default] 5353 5353
            otlp | [monitoring, app.kubernetes.io/name in opentelemetry-collector] 4317 4318
            private-api | [10.1.2.3/32] 443""")
    void an_option_of_the_network_policy_opens_one_more_way_out(String option, String way, @TempDir Path folder)
            throws IOException {
        JsonNode policy = productionWith("network-policy/" + option, "network-policy", folder).stream()
                .filter(resource -> resource.get("kind").asString().equals("NetworkPolicy"))
                .findFirst()
                .orElseThrow();
        List<JsonNode> ways = policy.at("/spec/egress").valueStream().toList();
        List<JsonNode> usual =
                only("prod", "NetworkPolicy").at("/spec/egress").valueStream().toList();
        String internet = way(usual.getLast()).replace(" 443", "");

        V1NetworkPolicy.validateJsonElement(JsonParser.parseString(policy.toString()));
        assertThat(ways.subList(0, usual.size())).isEqualTo(usual);
        assertThat(ways).hasSize(usual.size() + 1);
        assertThat(way(ways.getLast())).isEqualTo(way.replace("USUAL", internet));
    }

    @Test
    void the_prometheus_operator_finds_what_is_its_own_by_one_label() {
        assertThat(List.of("PodMonitor", "PrometheusRule"))
                .allSatisfy(kind -> assertThat(only("prod", kind)
                                .at("/metadata/labels/release")
                                .asString())
                        .isEqualTo("kube-prometheus-stack"));
        assertThat(render("prod").stream()
                        .filter(resource -> resource.at("/metadata/labels").has("release")))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"dev, docs-agent-dev", "prod, docs-agent"})
    void everything_says_which_installation_it_belongs_to(String overlay, String installation) {
        assertThat(render(overlay))
                .allSatisfy(resource -> assertThat(resource.at("/metadata/labels/app.kubernetes.io~1instance")
                                .asString())
                        .isEqualTo(installation));
        assertThat(labels(worker(overlay)).get("app.kubernetes.io/instance").asString())
                .isEqualTo(installation);
    }

    @Test
    void the_key_is_a_folder_so_that_a_new_one_is_seen() {
        JsonNode pod = worker("prod").at("/spec/template/spec");

        assertThat(pod.at("/containers/0/volumeMounts"))
                .allSatisfy(mount -> assertThat(mount.has("subPath")).isFalse());
        assertThat(pod.get("volumes").toString()).contains("\"secretName\":\"docs-agent-api-key\"");
        assertThat(render("prod"))
                .noneMatch(resource -> resource.get("kind").asString().equals("Secret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void variables_are_settings_that_exist(String overlay) {
        var variables = new ArrayList<String>();
        settings(overlay).propertyNames().forEach(variables::add);
        pods(overlay)
                .forEach(pod -> pod.at("/containers/0/env")
                        .forEach(variable -> variables.add(variable.get("name").asString())));
        // Only used in the value of another one.
        variables.remove("POD_IP");

        assertThat(variables)
                .contains("DOCS_AGENT_API_BASE_URL", "SPRING_KAFKA_BOOTSTRAP_SERVERS")
                .allSatisfy(variable ->
                        assertThat(Settings.exists(variable)).as(variable).isTrue());
    }

    @Test
    void the_broker_for_trying_is_that_of_compose_where_the_worker_looks_for_it() {
        JsonNode broker = only("dev", "StatefulSet").at("/spec/template/spec");
        JsonNode compose = Documents.one(Path.of("docker-compose.yml")).at("/services/kafka");
        Map<String, String> settings = new HashMap<>();
        broker.at("/containers/0/env")
                .forEach(variable -> settings.put(
                        variable.get("name").asString(), variable.get("value").asString()));

        assertThat(broker.at("/containers/0/image")).isEqualTo(compose.get("image"));
        assertThat(settings).containsOnlyKeys(compose.get("environment").propertyNames());
        assertThat(settings)
                .allSatisfy((name, value) -> assertThat(name.contains("LISTENER")
                                || value.equals(
                                        compose.at("/environment/" + name).asString()))
                        .as(name)
                        .isTrue());
        assertThat(settings.get("KAFKA_ADVERTISED_LISTENERS"))
                .isEqualTo("NETWORK://"
                        + settings("dev").get("SPRING_KAFKA_BOOTSTRAP_SERVERS").asString());
        // Otherwise the Service would be read as a setting of the broker.
        assertThat(broker.get("enableServiceLinks").asBoolean(true)).isFalse();
    }

    @Test
    void the_example_of_a_cluster_has_what_production_connects_to() {
        List<JsonNode> cluster = Documents.all(Documents.text(Path.of("k8s/components/strimzi/example-cluster.yaml")));
        JsonNode kafka = cluster.getLast();
        String address = settings("prod").get("SPRING_KAFKA_BOOTSTRAP_SERVERS").asString();

        assertThat(address)
                .isEqualTo(kafka.at("/metadata/name").asString() + "-kafka-bootstrap."
                        + kafka.at("/metadata/namespace").asString() + ".svc:"
                        + kafka.at("/spec/kafka/listeners/0/port").asString());
        assertThat(kafka.at("/spec/kafka/listeners/0/tls").asBoolean()).isTrue();
        assertThat(kafka.at("/spec/kafka/listeners/0/authentication/type"))
                .isEqualTo(only("prod", "KafkaUser").at("/spec/authentication/type"));
        assertThat(kafka.at("/spec/kafka/authorization/type"))
                .isEqualTo(only("prod", "KafkaUser").at("/spec/authorization/type"));
        JsonNode config = kafka.at("/spec/kafka/config");
        assertThat(config.get("transaction.state.log.min.isr").asInt()).isEqualTo(2);
        assertThat(config.get("min.insync.replicas").asInt()).isEqualTo(2);
        assertThat(config.get("offsets.topic.replication.factor").asInt()).isEqualTo(3);
    }

    @Test
    void the_sandbox_answers_to_the_name_that_the_worker_calls_it_by() {
        String called = URI.create(
                        settings("dev").get("DOCS_AGENT_API_BASE_URL").asString())
                .getHost();

        assertThat(pods("dev").stream()
                        .flatMap(pod -> pod.at("/containers/0/env").valueStream())
                        .filter(variable -> variable.get("name").asString().equals("DOCS_AGENT_SANDBOX_HTTP_HOSTS"))
                        .map(variable -> variable.get("value").asString()))
                .containsExactly(called);
    }

    @Test
    void rules_and_dashboard_are_the_files_that_compose_mounts_but_for_the_runbooks_address() {
        JsonNode rule = only("prod", "PrometheusRule");
        String published =
                rule.at("/metadata/annotations/docs-agent.io~1runbooks").asString();
        String alerts = Documents.text(MONITORING.resolve("rules/alerts.yaml"));
        assertThat(published).matches("https://.+/" + MONITORING + "/README\\.md");
        assertThat(rule.get("spec"))
                .isEqualTo(Documents.all(alerts.replace(MONITORING + "/README.md#", published + "#"))
                        .getFirst());
        assertThat(render("prod").stream()
                        .map(resource -> resource.at("/data/docs-agent.json").asString(""))
                        .filter(json -> !json.isEmpty()))
                .containsExactly(Documents.text(MONITORING.resolve("dashboards/docs-agent.json")));
        assertThat(Documents.text(Path.of("docker-compose.yml")))
                .contains(
                        "./" + MONITORING.resolve("rules/alerts.yaml"), "./" + MONITORING.resolve("dashboards") + ":");
    }

    @Test
    void topics_are_made_as_the_worker_would_make_them() {
        List<JsonNode> topics = kind("prod", "KafkaTopic");

        assertThat(topics).hasSize(10).allSatisfy(topic -> {
            assertThat(topic.get("apiVersion").asString()).isEqualTo("kafka.strimzi.io/v1");
            assertThat(topic.at("/metadata/namespace").asString()).isEqualTo("kafka");
            assertThat(topic.at("/spec/partitions").asInt()).isEqualTo(12);
        });
        assertThat(topics)
                .filteredOn(topic -> topic.at("/metadata/name").asString().equals("docs-agent.inputs"))
                .singleElement()
                .extracting(
                        topic -> topic.at("/spec/config/message.timestamp.type").asString())
                .isEqualTo("LogAppendTime");
        assertThat(topics)
                .filteredOn(topic ->
                        topic.at("/spec/config/cleanup.policy").asString("").equals("compact"))
                .singleElement()
                .extracting(topic -> topic.at("/metadata/name").asString())
                .isEqualTo("docs-agent.commands");
        assertThat(topics)
                .filteredOn(topic -> !topic.at("/metadata/name")
                        .asString()
                        .matches("docs-agent\\.(requests|operations|pull-requests)"))
                .allSatisfy(topic -> assertThat(
                                topic.at("/spec/config/max.message.bytes").asInt())
                        .isEqualTo(4_194_304));
    }

    @ParameterizedTest
    @ValueSource(strings = {"strimzi/topics.yaml", "publisher/topic.yaml"})
    void topics_outlive_the_loss_of_a_broker(String file) {
        String topics = Documents.text(Path.of("k8s/components", file));

        assertThat(Documents.all(topics)).isNotEmpty().allSatisfy(topic -> {
            assertThat(topic.at("/spec/replicas").asInt()).isEqualTo(3);
            assertThat(topic.at("/spec/config/min.insync.replicas").asInt()).isEqualTo(2);
        });
    }

    /** An overlay with the component that k8s/README.md offers for a publisher. */
    @Test
    void a_publisher_has_a_topic_that_it_alone_writes_and_the_worker_reads(@TempDir Path folder) throws IOException {
        String topic = "docs-agent.requests.chat";

        List<JsonNode> rendered = productionWith("publisher", "strimzi", folder);

        assertThat(rendered)
                .filteredOn(resource -> resource.at("/metadata/name").asString().equals(topic))
                .singleElement()
                .extracting(resource -> resource.get("spec"))
                .isEqualTo(kind("prod", "KafkaTopic").stream()
                        .filter(usual -> usual.at("/metadata/name").asString().equals("docs-agent.requests"))
                        .findFirst()
                        .orElseThrow()
                        .get("spec"));
        assertThat(rendered)
                .filteredOn(resource -> resource.get("kind").asString().equals("KafkaUser"))
                .flatExtracting(user -> user.at("/spec/authorization/acls")
                        .valueStream()
                        .filter(acl -> acl.at("/resource/name").asString().equals(topic))
                        .map(acl -> user.at("/metadata/name").asString() + " " + acl.get("operations"))
                        .toList())
                .containsExactlyInAnyOrder("docs-agent-worker [\"Read\"]", "chat [\"Write\"]");
        assertThat(rendered)
                .filteredOn(resource -> resource.at("/data/DOCS_AGENT_PUBLISHERS_CHAT_TOPIC")
                        .asString("")
                        .equals(topic))
                .singleElement()
                .satisfies(settings -> {
                    V1ConfigMap.validateJsonElement(JsonParser.parseString(settings.toString()));
                    assertThat(settings.get("data").propertyNames())
                            .contains("DOCS_AGENT_API_BASE_URL")
                            .allSatisfy(variable -> assertThat(Settings.exists(variable))
                                    .as(variable)
                                    .isTrue());
                });
    }

    /** Production with one more component, listed after another one. */
    private static List<JsonNode> productionWith(String component, String after, Path folder) throws IOException {
        FileSystemUtils.copyRecursively(Path.of("k8s"), folder);
        Path overlay = folder.resolve("overlays/prod");
        Path kustomization = overlay.resolve("kustomization.yaml");
        String listed = "  - ../../components/" + after + "\n";
        Files.writeString(
                kustomization,
                Documents.text(kustomization).replace(listed, listed + "  - ../../components/" + component + "\n"));
        return Documents.all(Program.run("kubectl", "kustomize", overlay.toString()));
    }

    private static JsonNode labels(JsonNode deployment) {
        return deployment.at("/spec/template/metadata/labels");
    }

    private static JsonNode settings(String overlay) {
        return kind(overlay, "ConfigMap").stream()
                .filter(map -> map.at("/metadata/name").asString().startsWith("docs-agent-worker"))
                .findFirst()
                .orElseThrow()
                .get("data");
    }

    private static JsonNode worker(String overlay) {
        return kind(overlay, "Deployment").stream()
                .filter(deployment -> deployment.at("/metadata/name").asString().equals("docs-agent-worker"))
                .findFirst()
                .orElseThrow();
    }

    private static List<JsonNode> pods(String overlay) {
        return kind(overlay, "Deployment").stream()
                .map(deployment -> deployment.at("/spec/template/spec"))
                .toList();
    }

    private static JsonNode only(String overlay, String kind) {
        List<JsonNode> found = kind(overlay, kind);
        assertThat(found).as(kind).hasSize(1);
        return found.getFirst();
    }

    private static List<JsonNode> kind(String overlay, String kind) {
        return render(overlay).stream()
                .filter(resource -> resource.get("kind").asString().equals(kind))
                .toList();
    }

    private static List<JsonNode> render(String overlay) {
        return RENDERED.computeIfAbsent(
                overlay, name -> Documents.all(Program.run("kubectl", "kustomize", "k8s/overlays/" + name)));
    }
}
