package io.docsagent.worker.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Alerts fire when they should and only then, and each says what to do. */
class AlertsTest {

    private static final Path RULES = Path.of("k8s/components/monitoring/rules/alerts.yaml");
    private static final String RUNBOOKS = "k8s/components/monitoring/README.md";
    private static final Path DASHBOARD = Path.of("k8s/components/monitoring/dashboards/docs-agent.json");
    private static final Path CASES = Path.of("src/test/prometheus/alerts-test.yaml");

    /** Commands to paste, which quote more than panels. */
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");

    private final List<JsonNode> alerts = Documents.one(RULES)
            .get("groups")
            .valueStream()
            .flatMap(group -> group.get("rules").valueStream())
            .toList();

    @Test
    void prometheus_takes_the_configuration_for_jars_which_has_the_rules() {
        assertThat(Program.run("promtool", "check", "config", "k8s/components/monitoring/prometheus.yaml"))
                .contains(" rules found");
    }

    @Test
    void each_fires_in_its_case_and_not_before() {
        Program.run("promtool", "test", "rules", CASES.toString());
    }

    @Test
    void each_has_a_case_where_it_fires_and_one_where_it_does_not() {
        List<JsonNode> looks = Documents.one(CASES)
                .get("tests")
                .valueStream()
                .flatMap(test -> test.get("alert_rule_test").valueStream())
                .toList();

        assertThat(alerts).isNotEmpty().allSatisfy(alert -> {
            String name = alert.get("alert").asString();
            assertThat(of(name, looks)).as(name).anyMatch(look -> look.has("exp_alerts"));
            assertThat(of(name, looks)).as(name).anyMatch(look -> !look.has("exp_alerts"));
        });
    }

    @Test
    void each_says_how_bad_it_is_and_what_to_do() {
        String runbooks = Documents.text(Path.of(RUNBOOKS));

        assertThat(alerts).allSatisfy(alert -> {
            String name = alert.get("alert").asString();
            assertThat(alert.at("/labels/severity").asString()).isIn("warning", "critical");
            assertThat(alert.at("/annotations/summary").asString()).endsWith(".");
            assertThat(alert.at("/annotations/description").asString()).endsWith(".");
            assertThat(alert.at("/annotations/runbook_url").asString())
                    .isEqualTo(RUNBOOKS + "#" + name.toLowerCase(Locale.ROOT));
            assertThat(runbooks.contains("\n### " + name + "\n"))
                    .as("runbook of %s", name)
                    .isTrue();
        });
    }

    @Test
    void the_panels_that_runbooks_send_to_exist() {
        String runbooks = Documents.text(Path.of(RUNBOOKS));
        Set<String> panels = JsonMapper.shared().readTree(Documents.text(DASHBOARD)).findValues("title").stream()
                .map(JsonNode::asString)
                .collect(Collectors.toSet());

        assertThat(Pattern.compile("\"([^\"]+)\"")
                        .matcher(FENCED.matcher(runbooks.substring(runbooks.indexOf("\n## Runbooks")))
                                .replaceAll(""))
                        .results()
                        .map(quoted -> quoted.group(1)))
                .isNotEmpty()
                .isSubsetOf(panels);
    }

    private static Stream<JsonNode> of(String alert, List<JsonNode> looks) {
        return looks.stream().filter(look -> look.get("alertname").asString().equals(alert));
    }
}
