package io.docsagent.worker.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.docsagent.worker.deploy.Dashboard;
import io.docsagent.worker.deploy.Program;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What dashboard and alerts ask, asked of a real Prometheus that watches a real worker in a case with known answers. */
@Order(1)
class DashboardOnPrometheusTest {

    private static final Dashboard BOARD = Dashboard.read();

    /** The names that a query may hold and that are no metrics of the worker's own. */
    private static final Pattern METRIC = Pattern.compile("\\b(?:docs_agent|kafka|jvm|process|logback)_\\w+");

    @Test
    void the_dashboard_shows_what_happens(@TempDir Path folder) throws Exception {
        Program.require("prometheus");
        Path keys = Files.createDirectory(folder.resolve("keys"));
        Files.writeString(keys.resolve("locked"), "not-the-key");
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1s", "access.keys=" + RunningWorker.KEY));
                RunningWorker worker = RunningWorker.start(
                        new EmbeddedBroker(),
                        sandbox,
                        "docs-agent.api.key=" + RunningWorker.KEY,
                        "docs-agent.api.key-dir=" + keys,
                        "docs-agent.quota.capacity=2",
                        // Its only use is spent on the call that is refused, so that no probe changes what is shown.
                        "docs-agent.projects.locked.quota.capacity=1",
                        "docs-agent.publishers.default.max-uses=50");
                Prometheus prometheus = Prometheus.start(
                        folder, worker.context().getEnvironment().getRequiredProperty("local.management.port"));
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            prometheus.awaitScrape();
            for (int i = 0; i < 5; i++) {
                publisher.create("docs", "c" + i, "Write the quickstart");
            }
            publisher.create("locked", "c9", "Write the quickstart");
            publisher.create("spare", "c10", "Write the quickstart");
            publisher.publish("no json");
            events.awaitCount(3, Subscriber.type("job.completed"));
            events.await(Subscriber.type("project.held"));

            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> {
                        assertThat(shown(prometheus, "Instances at work")).isEqualTo(1);
                        assertThat(shown(prometheus, "Instances wanted")).isEqualTo(1);
                        assertThat(projectsAsShown(prometheus))
                                .as("the held one before the one with the longest queue")
                                .containsExactly("locked", "docs", "spare");
                        assertThat(shown(prometheus, "Commands waiting")).isEqualTo(4);
                        assertThat(shown(prometheus, "Projects held")).isEqualTo(1);
                        assertThat(shown(prometheus, "Without a job, last hour"))
                                .isZero();
                        assertThat(shown(prometheus, "Time to drain")).isBetween(3_000.0, 7_300.0);
                        assertThat(prometheus.number(filledIn(
                                        BOARD.expressions("Time to drain").getLast())))
                                .as("projects of which nobody can tell")
                                .isEqualTo(1);
                        assertThat(of(prometheus, "429s in a row", "project", "docs"))
                                .isZero();
                        assertThat(prometheus.number("docs_agent_clock_max_skew_seconds"))
                                .isEqualTo(5);
                        assertThat(series(prometheus, "Longest queues", "project"))
                                .containsExactly("docs", "locked");
                        assertThat(series(prometheus, "Held now", "reason")).containsExactly("unauthorized");
                        assertThat(shown(prometheus, "Jobs followed")).isZero();
                        assertThat(of(prometheus, "Uses left", "project", "docs"))
                                .isZero();
                        assertThat(of(prometheus, "Uses left", "project", "spare"))
                                .isEqualTo(1);
                        assertThat(of(prometheus, "Dead letters, per hour", "reason", "not_json"))
                                .isCloseTo(1, within(0.5));
                        assertThat(of(prometheus, "How jobs end, per hour", "type", "job.completed"))
                                .isCloseTo(3, within(0.9));
                        assertThat(of(prometheus, "From prompt to pull request", "", ""))
                                .isBetween(1.0, 60.0);
                        assertThat(prometheus.number("sum(docs_agent_uses_total)"))
                                .isEqualTo(4);
                        assertThat(prometheus.number("docs_agent_wait_seconds_count{reason=\"none\"}"))
                                .isEqualTo(4);
                    });
            // Its pauses are measured from the first one on.
            Runtime.getRuntime().gc();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> everyQuestionHasAnAnswer(prometheus));
            everyRuleIsEvaluated(prometheus);
            assertThat(series(prometheus, "Unread records", "topic"))
                    .as("each topic under its own name alone")
                    .isNotEmpty()
                    .isSubsetOf(
                            worker.topic("requests"),
                            worker.topic("inputs"),
                            worker.topic("calls"),
                            worker.topic("operations"),
                            worker.topic("pull-requests"));
        }
    }

    private static void everyQuestionHasAnAnswer(Prometheus prometheus) {
        assertThat(BOARD.expressions())
                .allSatisfy(expression -> assertThat(prometheus.query(filledIn(expression)))
                        .as(expression)
                        .isNotEmpty());
        Set<String> asked = BOARD.expressions().stream()
                .flatMap(expression -> METRIC.matcher(expression).results())
                .map(name -> name.group().replaceAll("_(bucket|count|sum)$", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> there = prometheus
                .query("group by (__name__) ({__name__=~\"docs_agent_.+|kafka_.+\"})")
                .valueStream()
                .map(series -> series.at("/metric/__name__").asString())
                .filter(name -> !name.endsWith("_max") || name.startsWith("kafka_"))
                .map(name -> name.replaceAll("_(bucket|count|sum)$", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(asked).as("nothing is measured that no panel shows").containsAll(there);
    }

    private static void everyRuleIsEvaluated(Prometheus prometheus) {
        assertThat(prometheus.rules()).isNotEmpty().allSatisfy(rule -> {
            assertThat(rule.get("health").asString()).as(rule.toString()).isEqualTo("ok");
            Set<String> names = METRIC.matcher(rule.get("query").asString())
                    .results()
                    .map(name -> name.group())
                    .collect(Collectors.toSet());
            assertThat(names)
                    .allSatisfy(
                            name -> assertThat(prometheus.query(name)).as(name).isNotEmpty());
        });
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(labels(prometheus.query("ALERTS"), "alertname"))
                        .containsOnly(
                                "DocsAgentDeadLetters", "DocsAgentProjectHeldUnauthorized", "DocsAgentQuotaUsedUp"));
    }

    /** In the order of the table: it is sorted several times, and each leaves those that are equal as they were. */
    private static List<String> projectsAsShown(Prometheus prometheus) {
        JsonNode table = BOARD.panel("Projects");
        List<String> projects = new ArrayList<>(series(prometheus, "Projects", "project"));
        table.get("transformations")
                .valueStream()
                .filter(transformation -> transformation.get("id").asString().equals("sortBy"))
                .map(transformation -> transformation.at("/options/sort/0"))
                .forEach(sort -> {
                    Comparator<String> order = Comparator.comparing(columnOf(prometheus, table, sort)::get);
                    projects.sort(sort.get("desc").asBoolean() ? order.reversed() : order);
                });
        return projects;
    }

    /** The values that the table is sorted by, which every project must have one of. */
    private static Map<String, Double> columnOf(Prometheus prometheus, JsonNode table, JsonNode sort) {
        return table.get("targets")
                .valueStream()
                .filter(target -> sort.get("field")
                        .asString()
                        .equals("Value #" + target.get("refId").asString()))
                .flatMap(target -> prometheus
                        .query(filledIn(target.get("expr").asString()))
                        .valueStream())
                .collect(Collectors.toMap(
                        series -> series.at("/metric/project").asString(),
                        series -> Double.valueOf(series.at("/value/1").asString())));
    }

    private static double shown(Prometheus prometheus, String panel) {
        return prometheus.number(filledIn(BOARD.expression(panel)));
    }

    private static double of(Prometheus prometheus, String panel, String label, String value) {
        return prometheus
                .query(filledIn(BOARD.expression(panel)))
                .valueStream()
                .filter(series -> series.get("metric").path(label).asString("").equals(value))
                .mapToDouble(series -> Double.parseDouble(series.at("/value/1").asString()))
                .sum();
    }

    private static List<String> series(Prometheus prometheus, String panel, String label) {
        return labels(prometheus.query(filledIn(BOARD.expression(panel))), label);
    }

    private static List<String> labels(JsonNode result, String label) {
        return result.valueStream()
                .map(series -> series.get("metric").path(label).asString(""))
                .sorted()
                .toList();
    }

    private static String filledIn(String expression) {
        return expression
                .replace("$__rate_interval", "1m")
                .replace("$job", "docs-agent-worker")
                .replace("$namespace", ".*")
                .replace("$project", ".*");
    }
}
